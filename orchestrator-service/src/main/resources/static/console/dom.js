// Elements from code. Text is always text: nothing here or elsewhere parses markup.

/** An element with attributes, listeners (onclick: …) and children, which are nodes or text; absent ones are left out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      node.addEventListener(name.slice(2), value);
    } else if (value !== undefined && value !== null && value !== false) {
      node.setAttribute(name, value === true ? '' : value);
    }
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return node;
}

/** Sets the text if it is another one, so that an unchanged page stays untouched. */
export function setText(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/** Makes the children of a node those of a list, by key; a child that stays keeps its focus and selection. */
export function keyed(parent, items, key, create, update) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let child = old.get(name);
    old.delete(name);
    if (!child) {
      child = create(item);
      child.dataset.key = name;
    }
    update(child, item);
    if (child === place) {
      place = place.nextElementSibling;
    } else {
      parent.insertBefore(child, place);
    }
  }
  old.forEach((child) => child.remove());
}

/** A panel with a heading. */
export function panel(title, ...content) {
  return el('section', { class: 'panel', 'aria-label': title }, el('h2', {}, title), ...content);
}

/** A box that scrolls by itself, by mouse and by keyboard, where its content is too wide. */
export function scroller(label, ...content) {
  return el('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': label }, ...content);
}

export function headings(...names) {
  return el('thead', {}, el('tr', {}, names.map((name) => el('th', { scope: 'col', class: name.class }, name.text ?? name))));
}

/** Says something to those who don't see the page. */
export function announce(text) {
  document.getElementById('announcement').textContent = text;
}
