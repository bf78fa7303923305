// The theme, and its colours for canvases.

const KEY = 'penstock.theme';
const listeners = new Set();

/** Lets a select element choose among the system's theme, light and dark. */
export function themeSwitch(select) {
  select.value = document.documentElement.dataset.theme ?? '';
  select.addEventListener('change', () => {
    if (select.value) {
      document.documentElement.dataset.theme = select.value;
      localStorage.setItem(KEY, select.value);
    } else {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem(KEY);
    }
    changed();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
}

/** Calls back after each change of the colours, until the signal. */
export function onThemeChange(listener, signal) {
  listeners.add(listener);
  signal.addEventListener('abort', () => listeners.delete(listener));
}

function changed() {
  listeners.forEach((listener) => listener());
}

/** What a colour of theme.css is now, in a form that a canvas takes. */
export function colour(name) {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}
