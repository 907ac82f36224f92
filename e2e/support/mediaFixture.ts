import { readFileSync } from 'node:fs'
import type { Link } from '@nestmark/contract/shapes'
import type { TestApp } from '../../apps/server/src/test/support/app.ts'
import { saveFile, type UploadOptions } from '../../apps/server/src/test/support/files.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'

/** The data that the server reads from a file. */
interface MediaFacts {
  width?: number
  height?: number
  /** In milliseconds. */
  duration_ms?: number
  pages?: number
  /** Heights from 0 to 255, as JSON. */
  peaks?: string
}

/** Uploads a file, saves a link with it, and stores its metadata. */
export async function saveMedia(
  app: TestApp,
  person: Person,
  bytes: Uint8Array,
  options: UploadOptions,
  facts: MediaFacts = {},
): Promise<Link> {
  const link = await saveFile(app, person, bytes, options)
  await app.services.db.write(tx =>
    tx
      .updateTable('files')
      .set({ ...facts, state: 'ready' })
      .where('link_id', '=', link._id)
      .execute(),
  )
  return link
}

/**
 * Returns a WAV file with a quiet tone, mono, 8 bit.
 * @param seconds its length
 * @param rate the samples per second, equal to the bytes per second
 */
export function createTone(seconds: number, rate = 8_000): Buffer {
  const second = Buffer.from(Array.from({ length: rate }, (_, at) => 128 + Math.round(8 * Math.sin(at / 4))))
  const samples = Buffer.alloc(rate * seconds, second)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

/**
 * Returns a WebM video of about a second, whose color changes. The videos were recorded in advance, because a busy
 * machine records no frames during a test.
 * @param name `wide` has 320 × 180 pixels, `tall` 180 × 320, `large` 1280 × 720
 */
export function readVideo(name: 'wide' | 'tall' | 'large'): Buffer {
  return readFileSync(new URL(`./videos/${name}.webm`, import.meta.url))
}

/** Returns a PDF file with these lines of text on each page. */
export function createPdf(pages: readonly (readonly string[])[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ]
  for (const [at, lines] of pages.entries()) {
    const text = lines.map(line => `(${line}) Tj 0 -22 Td`).join(' ')
    const content = `BT /F1 16 Tf 64 740 Td ${text} ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + at * 2} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    )
  }
  return assemblePdf(objects)
}

/** Returns a PDF file with one page: a black square in the format of scanners (CCITT group 4). */
export function createScan(): Buffer {
  // The first row is black; seven more are equal to the one above; the end.
  const bits = '00100110101000101' + '11'.repeat(7) + '000000000001'.repeat(2)
  const bytes = bits.match(/.{1,8}/g)!.map(byte => Number.parseInt(byte.padEnd(8, '0'), 2))
  const hex = Buffer.from(bytes).toString('hex') + '>'
  const content = 'q 300 0 0 300 100 300 cm /Im1 Do Q'
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /Im1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 1 ' +
      '/Filter [/ASCIIHexDecode /CCITTFaxDecode] /DecodeParms [null << /K -1 /Columns 8 /Rows 8 >>] ' +
      `/Length ${hex.length} >>\nstream\n${hex}\nendstream`,
  ])
}

/** Writes the objects of a PDF file, the first of which is its catalog. */
function assemblePdf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
