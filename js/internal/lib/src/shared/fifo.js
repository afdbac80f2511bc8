'use strict';
// A first-in, first-out queue. Array's shift would move all elements. This queue advances an index,
// and cuts the array when half of it is empty, so each value is moved once on average.
class FIFO {
  #items = [];
  #head = 0;
  get length() { return this.#items.length - this.#head; }
  push(value) { this.#items.push(value); }
  shift() {
    if (this.length === 0) return undefined;
    const value = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (2 * this.#head > this.#items.length && this.#head > 32) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return value;
  }
}

module.exports = { FIFO };
