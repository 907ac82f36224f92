import { buffer } from 'node:stream/consumers'
import { createZipStream, type ZipEntry } from '../../blobStorage/zip/zipStream.ts'

/**
 * Packs files as an export does.
 * @param files by path; a name that ends in .txt is compressed
 */
export function packZip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [path, content] of Object.entries(files))
      yield {
        path,
        at: Date.UTC(2026, 10, 25),
        isCompressed: path.endsWith('.txt'),
        chunks: (async function* () {
          yield Buffer.from(content)
        })(),
      }
  }
  return buffer(createZipStream(entries()))
}
