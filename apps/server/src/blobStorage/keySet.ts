/** How many characters of a key distinguish it. Keys are random, so their first 48 bits are enough. */
const prefixLength = 8

/** A set of the keys of stored objects, in eight bytes each: a store may have millions. */
export class KeySet {
  #values = new Float64Array(1024)
  #size = 0
  #isSorted = true

  /** @param key in base64url, as `newId` makes it */
  add(key: string): void {
    if (this.#size === this.#values.length) {
      const larger = new Float64Array(this.#size * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#size++] = toNumber(key)
    this.#isSorted = false
  }

  has(key: string): boolean {
    if (!this.#isSorted) this.#values.subarray(0, this.#size).sort()
    this.#isSorted = true
    const value = toNumber(key)
    let low = 0
    for (let high = this.#size; low < high;) {
      const middle = (low + high) >>> 1
      if ((this.#values[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    return low < this.#size && this.#values[low] === value
  }
}

const toNumber = (key: string): number =>
  Buffer.from(key.slice(0, prefixLength), 'base64url').readUIntBE(0, 6)
