// The values of a run's steps, as means of so many steps that their number stays bounded.

const MOST = 1_200;

export class History {
  #names;
  #stride = 1;
  #sums;
  #rows = 0;

  /** @param names what is kept of each row: a name and how to read it */
  constructor(names) {
    this.#names = Object.entries(names);
    this.steps = [];
    this.columns = Object.fromEntries(this.#names.map(([name]) => [name, []]));
    this.#begin();
  }

  /** @param stands for how many steps the row stands, where those between were left out */
  add(row, stands = 1) {
    this.#stride = Math.max(this.#stride, stands);
    this.#rows += stands;
    for (const [name, read] of this.#names) {
      const value = read(row);
      if (value !== undefined) {
        this.#sums[name].total += value;
        this.#sums[name].count += 1;
      }
    }
    if (this.#rows >= this.#stride) {
      this.#end(row.step);
    }
  }

  #begin() {
    this.#rows = 0;
    this.#sums = Object.fromEntries(this.#names.map(([name]) => [name, { total: 0, count: 0 }]));
  }

  #end(step) {
    this.steps.push(step);
    for (const [name] of this.#names) {
      const { total, count } = this.#sums[name];
      this.columns[name].push(count > 0 ? total / count : null);
    }
    this.#begin();
    if (this.steps.length >= MOST) {
      this.#halve();
    }
  }

  /** Joins neighbours; a step keeps the number of its second one. */
  #halve() {
    this.#stride *= 2;
    this.steps = this.steps.filter((_, index) => index % 2 === 1);
    for (const [name] of this.#names) {
      const old = this.columns[name];
      this.columns[name] = this.steps.map((_, index) => mean(old[2 * index], old[2 * index + 1]));
    }
  }
}

function mean(a, b) {
  return a === null ? b : b === null ? a : (a + b) / 2;
}
