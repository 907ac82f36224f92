import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Piece, planStrip } from './strip.ts'

const reading = (file: Uint8Array) => async (offset: number, length: number) =>
  file.subarray(offset, Math.min(file.length, offset + length))
const plan = (file: Uint8Array) => planStrip(reading(file), file.length)
const join = (file: Uint8Array, pieces: readonly Piece[]) =>
  Buffer.concat(pieces.map(piece => ('from' in piece ? file.subarray(piece.from, piece.to) : piece)))
/** Strips a file, and expects that stripping the result changes nothing. */
async function strip(file: Uint8Array): Promise<Buffer> {
  const pieces = await plan(file)
  const stripped = pieces ? join(file, pieces) : Buffer.from(file)
  expect(await plan(stripped)).toBeNull()
  return stripped
}
const pixels = (file: Uint8Array) => sharp(file).raw().toBuffer()

const place = 'Fjallvegur 7, 64.1N 21.9W'
const picture = sharp({ create: { width: 61, height: 40, channels: 3, background: '#8a9d68' } }).composite([
  { input: Buffer.from([200, 30, 20]), raw: { width: 1, height: 1, channels: 3 }, left: 3, top: 5 },
])
/** Returns a picture with EXIF, XMP, a colour profile and an orientation. */
const photo = (format: 'jpeg' | 'png' | 'webp', orientation: number) =>
  picture
    .clone()
    .withExif({ IFD0: { ImageDescription: place, Make: 'Canoscope' }, IFD3: { GPSLatitude: '64/1 8/1 0/1' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><p>${place}</p></x:xmpmeta>`)
    .withIccProfile('p3', { attach: true })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer()

describe('Z09 location and camera data are removed from pictures', () => {
  const formats = ['jpeg', 'png', 'webp'] as const
  test.each(formats.flatMap(format => [1, 6, 8].map(orientation => [format, orientation] as const)))(
    '%s with orientation %i',
    async (format, orientation) => {
      const original = await photo(format, orientation)
      expect(original.includes(place)).toBe(true)
      const stripped = await strip(original)
      expect(stripped.includes(place)).toBe(false)
      expect(stripped.includes('Canoscope')).toBe(false)
      const [before, after] = await Promise.all([sharp(original).metadata(), sharp(stripped).metadata()])
      expect(after.xmp).toBeUndefined()
      expect(after.orientation ?? 1).toBe(before.orientation ?? 1)
      expect(after.icc).toEqual(before.icc)
      expect(await pixels(stripped)).toEqual(await pixels(original))
    },
  )

  test('a picture without them is unchanged', async () => {
    for (const format of formats)
      expect(await plan(await picture.clone().toFormat(format).toBuffer())).toBeNull()
  })

  test('data that phones append to a JPEG is removed: a second picture or a video with its location', async () => {
    const plain = await picture.clone().jpeg({ progressive: true }).toBuffer()
    const second = await photo('jpeg', 1)
    expect(await strip(Buffer.concat([plain, second]))).toEqual(plain)
  })

  test('the pixels of a JPEG with an end marker inside of its thumbnail are unchanged', async () => {
    const thumbnail = await picture.clone().resize(8).jpeg().toBuffer()
    const tiff = Buffer.concat([Buffer.from('Exif\0\0MM\0\x2a\0\0\0\x08\0\0\0\0\0\0', 'latin1'), thumbnail])
    const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, (tiff.length + 2) >> 8, (tiff.length + 2) & 255])
    const plain = await picture.clone().jpeg().toBuffer()
    expect(await strip(Buffer.concat([head, tiff, plain.subarray(2)]))).toEqual(plain)
  })
})

const box = (type: string, ...content: (string | Uint8Array)[]): Buffer => {
  const body = Buffer.concat(
    content.map(each => (typeof each === 'string' ? Buffer.from(each, 'latin1') : each)),
  )
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const ftyp = box('ftyp', 'isom\0\0\0\0mp42')
const film = (...inMovie: Buffer[]) =>
  Buffer.concat([ftyp, box('moov', box('mvhd', 'x'), ...inMovie), box('mdat', place)])

describe('Z09 locations are removed from videos without moving a byte', () => {
  test('boxes with locations become free space; titles are unchanged', async () => {
    const title = box('meta', box('ilst', 'A title'))
    const original = film(
      box('udta', box('\xa9xyz', '+64.1-021.9/'), title),
      box('trak', box('tkhd', 'x'), box('udta', box('loci', 'Reykjavik')), box('meta', 'of a camera')),
      box('meta', 'com.apple.quicktime.location.ISO6709 +64.1'),
    )
    const stripped = await strip(original)
    expect(stripped).toHaveLength(original.length)
    for (const removed of ['+64.1', 'Reykjavik', 'com.apple', 'of a camera'])
      expect(stripped.includes(removed)).toBe(false)
    expect(stripped.includes('A title')).toBe(true)
    // The samples are not metadata.
    expect(stripped.includes(place)).toBe(true)
    expect(stripped.indexOf('mdat')).toBe(original.indexOf('mdat'))
  })

  test('a video without locations is unchanged', async () => {
    expect(await plan(film(box('udta', box('meta', 'A title'))))).toBeNull()
  })

  test('boxes with impossible sizes end the search', async () => {
    for (const size of [0, 1, 2, 7, 0xffff_fff0]) {
      const broken = box('moov', box('udta', 'x'))
      broken.writeUInt32BE(size, 8)
      expect(await plan(Buffer.concat([ftyp, broken]))).toBeNull()
    }
  })
})

test('a damaged file gives a result, which is never longer than the file', async () => {
  const samples = await Promise.all([photo('jpeg', 6), photo('png', 6), photo('webp', 6)])
  samples.push(film(box('udta', box('\xa9xyz', '+64'))))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
      fc.nat(),
      async (sample, changes, cut) => {
        const file = Buffer.from(sample.subarray(0, 1 + (cut % sample.length)))
        for (const [at, byte] of changes) file[at % file.length] = byte
        const pieces = await plan(file)
        // An orientation may replace EXIF that is shorter than it.
        if (pieces) expect(join(file, pieces).length).toBeLessThanOrEqual(file.length + 64)
      },
    ),
    { numRuns: 300 },
  )
})
