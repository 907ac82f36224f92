import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { place, plan, strip as stripFile } from './stripSamples.testing.ts'

/** Strips a file, and expects that stripping the result changes nothing. */
async function strip(file: Uint8Array): Promise<Buffer> {
  const stripped = (await stripFile(file)) as Buffer
  expect(await plan(stripped)).toBe('clean')
  return stripped
}
const pixels = (file: Uint8Array) => sharp(file).raw().toBuffer()

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

describe('Z09 removes location and camera data from pictures', () => {
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

  test('leaves a picture without them unchanged', async () => {
    for (const format of formats)
      expect(await plan(await picture.clone().toFormat(format).toBuffer())).toBe('clean')
  })

  test('removes data that phones append to a JPEG: a second picture or a video with its location', async () => {
    const plain = await picture.clone().jpeg({ progressive: true }).toBuffer()
    const second = await photo('jpeg', 1)
    expect(await strip(Buffer.concat([plain, second]))).toEqual(plain)
  })

  test('leaves the pixels of a JPEG with an end marker inside of its thumbnail unchanged', async () => {
    const thumbnail = await picture.clone().resize(8).jpeg().toBuffer()
    const tiff = Buffer.concat([Buffer.from('Exif\0\0MM\0\x2a\0\0\0\x08\0\0\0\0\0\0', 'latin1'), thumbnail])
    const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, (tiff.length + 2) >> 8, (tiff.length + 2) & 255])
    const plain = await picture.clone().jpeg().toBuffer()
    expect(await strip(Buffer.concat([head, tiff, plain.subarray(2)]))).toEqual(plain)
  })
})
