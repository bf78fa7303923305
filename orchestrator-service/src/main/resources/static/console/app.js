// Shows the view that the address names.

import { get } from './api.js';
import { el } from './dom.js';
import { jobView } from './job.js';
import { jobsView } from './jobs.js';
import { themeSwitch } from './look.js';
import { submitView } from './submit.js';

const ROUTES = [
  { path: /^#\/submit$/, tab: '#/submit', view: submitView },
  { path: /^#\/jobs\/([^/]+)$/, tab: '#/jobs', view: jobView },
  { path: /^/, tab: '#/jobs', view: jobsView },
];

const main = document.getElementById('main');
let leaving = new AbortController();

function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const route = ROUTES.find(({ path }) => path.test(location.hash));
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === route.tab) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }
  const page = el('div', {});
  main.replaceChildren(page);
  const [, argument] = route.path.exec(location.hash);
  route.view(page, signal, argument && decodeURIComponent(argument)).catch((e) => {
    if (!signal.aborted) {
      page.prepend(el('p', { class: 'fault', role: 'alert' }, e.message));
    }
  });
}

document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener('hashchange', () => {
  show();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
});
themeSwitch(document.getElementById('theme'));
show();
get('/version').then(
  ({ version }) => document.getElementById('version').append(version),
  () => {},
);
