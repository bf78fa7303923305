// The specification that somebody works on, kept while the tab is open.

const KEY = 'penstock.draft';

export function keepDraft(text) {
  sessionStorage.setItem(KEY, text);
}

export const draft = () => sessionStorage.getItem(KEY);
