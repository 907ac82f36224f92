import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'

/** A file of a ZIP. */
export interface UnzippedFile {
  bytes: Buffer
  /** True when it was stored without compression. */
  isStored: boolean
}

const open = promisify<Buffer, Options, ZipFile>(fromBuffer)

/**
 * Reads a ZIP, which checks names, lengths and checksums. It is another library than the one that writes.
 * @param isWanted chooses the files to read; all by default
 */
export async function unzip(
  bytes: Buffer,
  isWanted: (path: string) => boolean = () => true,
): Promise<Map<string, UnzippedFile>> {
  const zip = await open(bytes, { lazyEntries: true, strictFileNames: true, autoClose: false })
  const openEntry = promisify<Entry, Readable>((entry, done) => zip.openReadStream(entry, done))
  const entries = await listEntries(zip)
  if (new Set(entries.map(each => each.fileName)).size < entries.length)
    throw new Error('A name is in the ZIP twice.')
  const files = new Map<string, UnzippedFile>()
  for (const entry of entries.filter(each => isWanted(each.fileName))) {
    const content = await buffer(await openEntry(entry))
    files.set(entry.fileName, { bytes: content, isStored: entry.compressionMethod === 0 })
  }
  return files
}

/** Returns the entries of the directory. */
function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}
