/** The number of values that are read: more than any file of the size that is imported has. */
const maxObjects = 5_000_000
const appleEpoch = Date.UTC(2001, 0, 1)

/**
 * Parses a binary property list (`bplist00`). Dates are milliseconds since 1970; data is left out.
 * @returns the value; undefined for a damaged file
 */
export function parsePlistBinary(bytes: Uint8Array): unknown {
  try {
    return new PlistBinary(bytes).root()
  } catch (error) {
    // A place outside of the file, or a list in itself.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

class PlistBinary {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #offsetSize: number
  readonly #refSize: number
  readonly #count: number
  readonly #table: number
  readonly #top: number
  /** The values that are read. A container is here before what is in it, so that a list in itself ends. */
  readonly #known = new Map<number, unknown>()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const trailer = bytes.length - 32
    this.#offsetSize = this.#view.getUint8(trailer + 6)
    this.#refSize = this.#view.getUint8(trailer + 7)
    this.#count = this.#number(trailer + 8, 8)
    this.#top = this.#number(trailer + 16, 8)
    this.#table = this.#number(trailer + 24, 8)
    if (this.#count > maxObjects || this.#count * this.#offsetSize > bytes.length)
      throw new RangeError('too many values')
  }

  /** Returns the outermost value. Reads the containers in turn instead of by recursion. */
  root(): unknown {
    const waiting: (() => void)[] = []
    const root = this.#read(this.#top, waiting)
    for (let fill = waiting.pop(); fill; fill = waiting.pop()) fill()
    return root
  }

  #number(at: number, size: number): number {
    let value = 0
    for (let n = 0; n < size; n++) value = value * 256 + this.#view.getUint8(at + n)
    return value
  }

  #read(ref: number, waiting: (() => void)[]): unknown {
    if (ref >= this.#count) throw new RangeError('no such value')
    if (this.#known.has(ref)) return this.#known.get(ref)
    const at = this.#number(this.#table + ref * this.#offsetSize, this.#offsetSize)
    const mark = this.#view.getUint8(at)
    const [kind, low] = [mark >> 4, mark & 0xf]
    if (kind < 4) {
      const value = this.#scalar(mark, at + 1)
      this.#known.set(ref, value)
      return value
    }
    const isLong = low === 0xf
    const lengthSize = isLong ? 1 << (this.#view.getUint8(at + 1) & 0xf) : 0
    const length = isLong ? this.#number(at + 2, lengthSize) : low
    const start = at + 1 + (isLong ? 1 + lengthSize : 0)
    const value = this.#sized(kind, start, length, waiting)
    this.#known.set(ref, value)
    return value
  }

  #scalar(mark: number, at: number): unknown {
    const size = 1 << (mark & 0xf)
    if (mark === 0x08 || mark === 0x09) return mark === 0x09
    if (mark >> 4 === 1) return this.#number(at, size)
    if (mark >> 4 === 2) return size === 4 ? this.#view.getFloat32(at) : this.#view.getFloat64(at)
    return mark === 0x33 ? appleEpoch + this.#view.getFloat64(at) * 1000 : undefined
  }

  #sized(kind: number, start: number, length: number, waiting: (() => void)[]): unknown {
    if (kind === 5) return new TextDecoder('latin1').decode(this.#slice(start, length))
    if (kind === 6) return new TextDecoder('utf-16be').decode(this.#slice(start, length * 2))
    const ref = (n: number) => this.#number(start + n * this.#refSize, this.#refSize)
    if (kind === 0xa || kind === 0xc) {
      const list: unknown[] = []
      this.#slice(start, length * this.#refSize)
      waiting.push(() => {
        for (let n = 0; n < length; n++) list.push(this.#read(ref(n), waiting))
      })
      return list
    }
    if (kind !== 0xd) return undefined
    const dict = Object.create(null) as Record<string, unknown>
    this.#slice(start, length * 2 * this.#refSize)
    waiting.push(() => {
      for (let n = 0; n < length; n++)
        dict[String(this.#read(ref(n), waiting))] = this.#read(ref(length + n), waiting)
    })
    return dict
  }

  #slice(start: number, length: number): Uint8Array {
    if (start + length > this.#bytes.length) throw new RangeError('outside of the file')
    return this.#bytes.subarray(start, start + length)
  }
}
