// Calls of the orchestrator's REST interface.

import { answered } from './connection.js';

const KEY = 'penstock.token';

/** Nobody answers, or something in between does. */
export class Unreachable extends Error {
  unreachable = true;
}

/** An answer that says what is wrong (RFC 9457). */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? `status ${status}`);
    this.status = status;
    this.code = body.code;
    this.errors = body.errors ?? [];
  }
}

/** The response to a request that was granted; asks for the token where one is needed. */
export async function request(method, path, { body, accept = 'application/json', headers = {}, signal } = {}) {
  for (;;) {
    const token = sessionStorage.getItem(KEY);
    const response = await send(path, {
      method,
      signal,
      body,
      cache: 'no-store',
      headers: {
        Accept: accept,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    if (response.status !== 401) {
      return granted(response);
    }
    await askToken(token);
  }
}

async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (e) {
    throw options.signal?.aborted ? e : new Unreachable(e.message);
  }
}

async function granted(response) {
  if ([502, 503, 504].includes(response.status) && !isProblem(response)) {
    throw new Unreachable(`status ${response.status}`);
  }
  answered();
  if (!response.ok) {
    throw new Problem(response.status, isProblem(response) ? await response.json() : {});
  }
  return response;
}

const isProblem = (response) => (response.headers.get('Content-Type') ?? '').includes('problem+json');

export async function get(path, signal, accept) {
  const response = await request('GET', path, { accept, signal });
  return response.json();
}

export async function post(path, body, options = {}) {
  const response = await request('POST', path, { body, ...options });
  return response.json();
}

export const jobPath = (id, rest = '') => `/jobs/${encodeURIComponent(id)}${rest}`;

/** Saves what a path answers with as a file. */
export async function download(path, name, accept) {
  const response = await request('GET', path, { accept });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

let asking;

/** One question for all requests that wait for the token. */
function askToken(tried) {
  if (sessionStorage.getItem(KEY) !== tried) {
    return undefined;
  }
  asking ??= new Promise((resolve) => {
    const dialog = document.getElementById('token');
    const input = document.getElementById('token-value');
    document.getElementById('token-title').textContent = tried === null ? 'Token' : 'That token was refused';
    input.value = '';
    const done = () => {
      if (input.value) {
        sessionStorage.setItem(KEY, input.value);
        dialog.removeEventListener('close', done);
        asking = undefined;
        resolve();
      } else {
        dialog.showModal();
      }
    };
    dialog.addEventListener('close', done);
    dialog.showModal();
  });
  return asking;
}
