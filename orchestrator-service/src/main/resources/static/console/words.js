// Numbers and names as text. What does not exist yet is absent: a dash, never 0.

export const ABSENT = '–';

const or = (value, text) => (value === undefined || value === null ? ABSENT : text(value));

export const count = (value) => or(value, (v) => Math.round(v).toLocaleString('en'));

export const share = (value) => or(value, (v) => `${(v * 100).toFixed(1)} %`);

export const number = (value) => or(value, (v) => (v !== 0 && Math.abs(v) < 0.001 ? v.toExponential(2) : v.toPrecision(4)));

export const rate = (value) => or(value, (v) => (v < 10 ? v.toPrecision(2) : Math.round(v).toLocaleString('en')));

/** Seconds with a unit that fits. */
export const duration = (value) => or(value, (v) => {
  const size = Math.abs(v);
  if (size >= 90) {
    return clock(v);
  }
  return size >= 1 ? `${v.toFixed(2)} s` : size >= 1e-3 ? `${(v * 1e3).toFixed(2)} ms` : `${(v * 1e6).toFixed(0)} µs`;
});

/** Minutes and seconds, or hours too. */
export const clock = (value) => or(value, (v) => {
  const all = Math.round(v);
  const parts = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, index) => (index === 0 ? part : String(part).padStart(2, '0'))).join(':');
});

export const bytes = (value) => or(value, (v) => {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = v < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(v) / 10));
  return `${power === 0 ? v : (v / 1024 ** power).toFixed(1)} ${units[power]}`;
});

export const moment = (value) => or(value, (v) => new Date(v).toLocaleString('sv'));

/** A name with its control characters made visible, so that it can't pretend to be another one. */
export function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, (mark) => {
    const code = mark.codePointAt(0);
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}

/** What to call a job. */
export const jobName = (job) => visible(job.name ?? job.id);

/** The text of a cause or a kind of action: wait_activation becomes wait activation. */
export const plain = (name) => name.replaceAll('_', ' ');
