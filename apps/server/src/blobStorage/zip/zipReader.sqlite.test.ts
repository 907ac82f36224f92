import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ByteSource } from '../byteSource.ts'
import { listEntries, readEntry } from './zipReader.ts'
import { packDescriptor, packDirectoryRecord, packEnd, packLocalHeader } from './zipRecords.ts'
import { packZip } from '../../test/support/packZip.ts'

const at = Date.UTC(2026, 10, 25)
const toSource = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  async open(first, end) {
    // Pieces that split every record.
    return (async function* () {
      for (let n = first; n < end; n += 7) yield bytes.subarray(n, Math.min(end, n + 7))
    })()
  },
})

/** Reads all entries of a ZIP. An entry that cannot be read is the reason. */
async function readAll(bytes: Buffer, max = 1_000_000) {
  const source = toSource(bytes)
  const { entries, isComplete } = await listEntries(source)
  const found: Record<string, string> = {}
  for (const [path, entry] of entries)
    try {
      found[path] = (await buffer(readEntry(source, entry, max))).toString().slice(0, 10_000)
    } catch (error) {
      found[path] = `! ${(error as { reason?: string }).reason ?? String(error)}`
    }
  return { found, isComplete }
}

const mark = Buffer.from('PK\x07\x08PK\x03\x04PK\x05\x06', 'latin1').toString()
const files = { 'a.txt': 'long '.repeat(500), 'files/b': `stored ${mark}`, '../c.txt': '', d: mark }

test('IO-03 reads a ZIP of an export by its directory, also one of more than 65,535 files', async () => {
  expect(await readAll(await packZip(files))).toEqual({ found: files, isComplete: true })
  const zip = packMany(66_000)
  const source = {
    ...toSource(zip),
    open: async (from: number, to: number) => toPieces(zip.subarray(from, to)),
  }
  const { entries } = await listEntries(source)
  expect(entries.size).toBe(66_000)
  expect((await buffer(readEntry(source, entries.get('f/65999')!, 100))).toString()).toBe('65999')
})

/** Packs files whose content is their number. */
function packMany(total: number): Buffer {
  const parts: Buffer[] = []
  const records: Buffer[] = []
  let offset = 0
  for (let n = 0; n < total; n++) {
    const bytes = Buffer.from(String(n))
    const lengths = { compressedSize: bytes.length, size: bytes.length }
    const entry = {
      name: Buffer.from(`f/${n}`),
      at,
      isCompressed: false,
      crc: crc32(bytes),
      ...lengths,
      offset,
    }
    const all = Buffer.concat([packLocalHeader(entry), bytes, packDescriptor(entry)])
    offset += all.length
    parts.push(all)
    records.push(packDirectoryRecord(entry))
  }
  const directory = Buffer.concat(records)
  return Buffer.concat([...parts, directory, packEnd({ entries: total, offset, size: directory.length })])
}

async function* toPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

test('F16 IO-03 reads the files before the end of a ZIP that breaks off anywhere, and no other bytes', async () => {
  const zip = await packZip(files)
  for (let length = 0; length < zip.length; length++) {
    const { found, isComplete } = await readAll(zip.subarray(0, length))
    expect(isComplete).toBe(false)
    const whole = Object.entries(found).filter(([, content]) => !content.startsWith('!'))
    expect(Object.entries(files).slice(0, whole.length)).toEqual(whole)
    // At most the last one is incomplete.
    expect(Object.keys(found).length - whole.length).toBeLessThanOrEqual(1)
  }
})

test('I06 does not read to its end an entry whose length or checksum is wrong, or that unpacks to too much', async () => {
  const zip = await packZip({ 'zeros.txt': '\0'.repeat(5_000_000), b: 'stored', c: 'stored' })
  expect(await readAll(zip, 10_000_000)).toMatchObject({ found: { 'zeros.txt': '! tooLarge', b: 'stored' } })
  expect(await readAll(zip, 5)).toMatchObject({ found: { b: '! tooLarge' } })
  const at = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  for (const field of [16, 20, 24, 42]) {
    const wrong = Buffer.from(zip)
    wrong.writeUInt32LE(wrong.readUInt32LE(at + field) + 1, at + field)
    expect(await readAll(wrong, 10_000_000)).toMatchObject({ found: { b: 'stored', c: '! damaged' } })
  }
  const far = Buffer.from(zip)
  far.writeUInt32LE(0x7fffffff, at + 42)
  expect(await readAll(far, 10_000_000)).toMatchObject({ found: { b: 'stored', c: '! damaged' } })
})
