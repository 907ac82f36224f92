import type { ByteSource } from '../byteSource.ts'
import { listed, type ReadableEntry } from './zipDirectory.ts'

const [fileMark, descriptorMark] = [0x04034b50, Buffer.from('PK\x07\x08', 'latin1')]
const [headBytes, descriptorBytes] = [30, 16]

/**
 * Finds the entries of a ZIP whose directory is missing, from its beginning: where a download has ended early. It reads
 * the whole ZIP once. The last entry may have its beginning only; its size is null then.
 */
export async function scanEntries(source: ByteSource): Promise<Map<string, ReadableEntry>> {
  const scan = new Scan(source.size)
  for await (const chunk of await source.open(0, source.size)) if (!scan.write(chunk)) break
  return scan.end()
}

/** An entry whose content is passed. */
interface OpenEntry {
  name: string
  entry: ReadableEntry
  /** Where its content begins in the ZIP. */
  start: number
  /** Its lengths and checksum follow the content. */
  hasDescriptor: boolean
}

class Scan {
  readonly #entries = new Map<string, ReadableEntry>()
  readonly #size: number
  #rest: Buffer = Buffer.alloc(0)
  /** Where `#rest` begins in the ZIP. */
  #at = 0
  #open: OpenEntry | null = null

  constructor(size: number) {
    this.#size = size
  }

  /** Returns false where no entry follows. */
  write(chunk: Uint8Array): boolean {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const step = this.#open ? this.#passContent(this.#open) : this.#readHeader()
      if (step !== 'next') return step === 'more'
    }
  }

  end(): Map<string, ReadableEntry> {
    if (this.#open) this.#add(this.#open, { compressedSize: this.#size - this.#open.start, size: null })
    return this.#entries
  }

  #add({ name, entry }: OpenEntry, found: Partial<ReadableEntry>): void {
    if (!name.endsWith('/') && !this.#entries.has(name)) this.#entries.set(name, { ...entry, ...found })
    this.#open = null
  }

  #skip(bytes: number): void {
    this.#rest = this.#rest.subarray(bytes)
    this.#at += bytes
  }

  #readHeader(): 'next' | 'more' | 'end' {
    const rest = this.#rest
    if (rest.length < headBytes) return 'more'
    if (rest.readUInt32LE(0) !== fileMark || this.#entries.size >= listed.entries) return 'end'
    const nameLength = rest.readUInt16LE(26)
    const length = headBytes + nameLength + rest.readUInt16LE(28)
    if (rest.length < length) return 'more'
    const flags = rest.readUInt16LE(6)
    this.#open = {
      name: rest.toString('utf8', headBytes, headBytes + nameLength),
      entry: {
        method: rest.readUInt16LE(8),
        isEncrypted: (flags & 1) === 1,
        crc: rest.readUInt32LE(14),
        compressedSize: rest.readUInt32LE(18),
        size: rest.readUInt32LE(22),
        offset: this.#at,
      },
      start: this.#at + length,
      hasDescriptor: (flags & 8) === 8,
    }
    this.#skip(length)
    return 'next'
  }

  #passContent(open: OpenEntry): 'next' | 'more' {
    const { start, entry, hasDescriptor } = open
    if (!hasDescriptor) {
      const left = start + entry.compressedSize - this.#at
      this.#skip(Math.min(left, this.#rest.length))
      if (this.#at < start + entry.compressedSize) return 'more'
      this.#add(open, {})
      return 'next'
    }
    for (let at = 0; (at = this.#rest.indexOf(descriptorMark, at)) >= 0; at++) {
      if (this.#rest.length - at < descriptorBytes) {
        this.#skip(at)
        return 'more'
      }
      // The content of a stored file may have such a mark itself, but not with its own position.
      const compressedSize = this.#rest.readUInt32LE(at + 8)
      if (compressedSize !== this.#at + at - start) continue
      this.#add(open, {
        compressedSize,
        crc: this.#rest.readUInt32LE(at + 4),
        size: this.#rest.readUInt32LE(at + 12),
      })
      this.#skip(at + descriptorBytes)
      return 'next'
    }
    this.#skip(Math.max(0, this.#rest.length - descriptorMark.length + 1))
    return 'more'
  }
}
