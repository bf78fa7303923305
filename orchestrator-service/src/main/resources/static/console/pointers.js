// Where the fields of a JSON text stand, so that a fault can be shown at its field.

const SPACE = /[\s]*/y;
const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
const DEEPEST = 100;

/** The places of all fields, pointer (RFC 6901) to {start, end}; and, if the text is not JSON, where reading ended. */
export function locate(text) {
  const places = new Map();
  let at = 0;

  const take = (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    at += match?.[0].length ?? 0;
    return match?.[0];
  };

  const see = (mark) => {
    take(SPACE);
    const there = text[at] === mark;
    at += there ? 1 : 0;
    return there;
  };

  const need = (there) => {
    if (!there) {
      throw new RangeError(String(at));
    }
    return there;
  };

  const value = (pointer, start, depth) => {
    need(depth < DEEPEST);
    take(SPACE);
    const from = start ?? at;
    places.set(pointer, { start: from, end: from + 1 });
    if (see('{')) {
      members('}', () => {
        take(SPACE);
        const begin = at;
        const name = JSON.parse(need(take(SCALAR)));
        need(see(':'));
        value(`${pointer}/${escape(String(name))}`, begin, depth + 1);
      });
    } else if (see('[')) {
      let index = 0;
      members(']', () => value(`${pointer}/${index++}`, undefined, depth + 1));
    } else {
      need(take(SCALAR));
    }
    places.set(pointer, { start: from, end: at });
  };

  const members = (close, member) => {
    if (!see(close)) {
      do {
        member();
      } while (see(','));
      need(see(close));
    }
  };

  try {
    value('', undefined, 0);
    take(SPACE);
    need(at === text.length);
    return { places };
  } catch {
    return { places, brokenAt: Math.min(at, Math.max(0, text.length - 1)) };
  }
}

const escape = (name) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The place of a field, or of the nearest one around it if it is missing. */
export function placeOf({ places, brokenAt }, pointer) {
  if (brokenAt !== undefined && pointer === '') {
    return { start: brokenAt, end: brokenAt + 1 };
  }
  let outer = pointer;
  while (outer !== '' && !places.has(outer)) {
    outer = outer.slice(0, outer.lastIndexOf('/'));
  }
  return places.get(outer) ?? { start: 0, end: 0 };
}
