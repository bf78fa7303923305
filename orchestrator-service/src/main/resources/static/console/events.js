// A job's server-sent events over fetch, because EventSource cannot send a token.

import { Unreachable, request } from './api.js';
import { answered, backOff, pause } from './connection.js';

const AGAIN = 250;

/**
 * Hands each event to a listener until it returns true or the signal comes. A stream that breaks is opened again where
 * it ended, so nothing is missed.
 */
export async function follow(path, listener, signal) {
  let lastId;
  while (!signal.aborted) {
    try {
      const response = await request('GET', path, {
        accept: 'text/event-stream',
        headers: lastId === undefined ? {} : { 'Last-Event-ID': lastId },
        signal,
      });
      for await (const event of events(response.body)) {
        lastId = event.id ?? lastId;
        if (await listener(event)) {
          return;
        }
      }
      await pause(AGAIN, signal);
    } catch (e) {
      if (signal.aborted) {
        return;
      }
      if (!(e instanceof Unreachable) && e.code !== 'too_many_watchers') {
        throw e;
      }
      await backOff(signal);
    }
  }
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((e) => {
        throw new Unreachable(e.message);
      });
      if (done) {
        return;
      }
      answered();
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop();
      yield* blocks.map(parse).filter((event) => event.data !== undefined);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parse(block) {
  const event = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) {
      const name = line.slice(0, colon);
      const value = line.slice(colon + 1).replace(/^ /, '');
      event[name] = name === 'data' ? JSON.parse(value) : value;
    }
  }
  return event;
}
