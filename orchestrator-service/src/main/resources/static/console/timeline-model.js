// A timeline's blocks and the idle time between them, without any drawing.

import { plain } from './words.js';

const CELL = /^(\d+)([FIWB])(\d+)$/;

/** The kinds of action, in the order of a legend. */
export const KINDS = { F: 'forward', I: 'backward_input', W: 'backward_weight', B: 'backward' };

/** The causes of idle time, in the order of a legend. */
export const CAUSES = ['fill', 'wait_activation', 'wait_gradient', 'between', 'drain'];

/**
 * The rows of one timeline, one a rank.
 *
 * @param ranks for each rank its actions with start and end in seconds
 * @param transfers measured ways of tensors, absent for a predicted timeline
 */
export function rowsOf(ranks, transfers = []) {
  const blocks = ranks.map((rank) => rank.map(block).filter((each) => each !== undefined));
  const end = Math.max(0, ...blocks.flat().map((each) => each.end));
  const owners = new Map(blocks.flatMap((rank, index) => rank.map((each) => [each.stage, index])));
  const arrivals = new Map(transfers.map((way) => [way.action, way.arrival]));
  return blocks.map((rank, index) => ({ blocks: rank, idle: idle(rank, index, { end, owners, arrivals }) }));
}

function block({ action, start, end }) {
  const cell = CELL.exec(action);
  return cell ? { action, start, end, stage: Number(cell[1]), kind: KINDS[cell[2]], microBatch: Number(cell[3]) } : undefined;
}

function idle(blocks, rank, context) {
  const gaps = [];
  const add = (cause, start, end) => {
    if (end > start) {
      gaps.push({ cause, start, end });
    }
  };
  let last = 0;
  blocks.forEach((next, index) => {
    if (index === 0) {
      add('fill', last, next.start);
    } else {
      const wait = waitOf(next, rank, context);
      const arrival = wait === undefined ? last : Math.min(next.start, Math.max(last, wait.arrival));
      add(wait?.cause, last, arrival);
      add('between', arrival, next.start);
    }
    last = Math.max(last, next.end);
  });
  add('drain', last, context.end);
  return gaps;
}

/** What an action has to wait for from another rank, and when that came. */
function waitOf({ kind, stage, microBatch }, rank, { owners, arrivals }) {
  const forward = kind === 'forward';
  const from = forward ? stage - 1 : stage + 1;
  const owner = owners.get(from);
  if (kind === 'backward_weight' || owner === undefined || owner === rank) {
    return undefined;
  }
  const arrival = arrivals.get(`${from}SEND_${forward ? 'F' : 'B'}${microBatch}`) ?? Infinity;
  return { cause: forward ? 'wait_activation' : 'wait_gradient', arrival };
}

/** For each kind that occurs: how many blocks and how much time, measured and predicted. */
export function totals(measured, predicted) {
  return Object.values(KINDS)
    .map((kind) => ({ kind, measured: sum(measured, kind), predicted: sum(predicted, kind) }))
    .filter((row) => row.measured.count + row.predicted.count > 0);
}

function sum(rows, kind) {
  const found = rows.flatMap((row) => row.blocks).filter((each) => each.kind === kind);
  return { count: found.length, seconds: found.reduce((all, each) => all + each.end - each.start, 0) };
}

/** The idle time of all ranks by cause. */
export function idleTotals(rows) {
  const gaps = rows.flatMap((row) => row.idle);
  return CAUSES.map((cause) => ({
    cause,
    seconds: gaps.filter((gap) => gap.cause === cause).reduce((all, gap) => all + gap.end - gap.start, 0),
  }));
}

export const endOf = (rows) => Math.max(0, ...rows.flatMap((row) => row.blocks.map((each) => each.end)));

export const causeText = (cause) => (cause === 'between' ? 'between actions' : plain(cause));
