/**
 * A set of texts that stores only 64 bits of each: of a million links, a tenth of the memory of the texts. Two of a
 * million texts have the same bits with a probability of 1 to 30 million.
 */
export class KeySet {
  #cells = new Uint32Array(32)
  #size = 0

  constructor(keys: Iterable<string> = []) {
    for (const key of keys) this.add(key)
  }

  get size(): number {
    return this.#size
  }

  /** Adds a text. Returns whether it was not there. */
  add(key: string): boolean {
    if (this.#size * 4 > this.#cells.length) this.#grow()
    const [high, low] = hash(key)
    if (!insert(this.#cells, high, low)) return false
    this.#size++
    return true
  }

  #grow(): void {
    const before = this.#cells
    this.#cells = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += 2) {
      const [high = 0, low = 0] = [before[at], before[at + 1]]
      if (high !== 0 || low !== 0) insert(this.#cells, high, low)
    }
  }
}

/** Writes a pair to the first free place for it. Returns whether it was not there. */
function insert(cells: Uint32Array, high: number, low: number): boolean {
  const mask = cells.length - 1
  for (let at = (low << 1) & mask; ; at = (at + 2) & mask) {
    const [one, other] = [cells[at], cells[at + 1]]
    if (one === high && other === low) return false
    if (one !== 0 || other !== 0) continue
    cells[at] = high
    cells[at + 1] = low
    return true
  }
}

/** Returns 64 bits of a text, never all zero: two multiplicative hashes with the last mixing of MurmurHash3. */
function hash(text: string): [high: number, low: number] {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x9e3779b1)
    other = Math.imul(other ^ code, 0x5f356495)
  }
  const high = mix(one) ^ mix(other ^ 0x85ebca6b)
  const low = mix(other) ^ mix(one ^ 0xc2b2ae35)
  return [high >>> 0 || 1, low >>> 0]
}

function mix(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
