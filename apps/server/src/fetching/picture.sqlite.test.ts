import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { createPictures as makePicturesFor } from './picture.ts'
import { createScraper } from './scrape.ts'
import { expectRefusal } from './testing/refusal.testing.ts'
import { serve, type TestServer } from './testing/web.testing.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})
function scraper(web: TestServer) {
  const made = createScraper({ allowPrivate: [web.hostPort], failureMs: 0 })
  opened.push(web, made)
  const caller = { kind: 'person', key: 'ada' } as const
  return {
    fetchPicture: (address: string) => made.fetchPicture(address, caller),
    fetchPng: (address: string) => made.fetchPng(address, caller),
  }
}
const makePictures = (file: Buffer) => makePicturesFor(file, { kind: 'person', key: 'ada' })
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
/** Builds a black grayscale PNG without allocating it in full colour. */
function emptyPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 1 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const metadata = (data: Buffer) => sharp(data).metadata()

test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
  'SCRP-05 a %s becomes two small WebP pictures',
  async format => {
    const { card, thumb } = await makePictures(await plain(1200, 800).toFormat(format).toBuffer())
    expect([card.width, card.height, thumb.width, thumb.height]).toEqual([640, 427, 160, 107])
    for (const { data, width, height } of [card, thumb])
      expect(await metadata(data)).toMatchObject({ format: 'webp', width, height })
  },
)
test('does not enlarge a small picture, and limits a very tall one in height', async () => {
  const small = await makePictures(await plain(100, 50).png().toBuffer())
  expect([small.card.width, small.thumb.width]).toEqual([100, 100])
  const tall = await makePictures(await plain(1000, 30_000).png().toBuffer())
  expect(tall.card.height).toBe(1920)
})
test('U07 removes position, camera and profile, and applies the orientation', async () => {
  const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '48/1 12/1 0/1' } }
  const file = await plain(400, 200).withMetadata({ orientation: 6, exif }).jpeg().toBuffer()
  expect((await metadata(file)).exif).toBeDefined()
  const { card } = await makePictures(file)
  expect([card.width, card.height]).toEqual([200, 400])
  const { exif: left, icc, xmp, orientation } = await metadata(card.data)
  expect([left, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
})
test('U07 the first frame of an animation', async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map(background =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await metadata(animation)).pages).toBe(2)
  const { card } = await makePictures(animation)
  expect(await metadata(card.data)).toMatchObject({ width: 60, height: 40 })
  expect((await metadata(card.data)).pages ?? 1).toBe(1)
  const { dominant } = await sharp(card.data).stats()
  expect(dominant.r).toBeGreaterThan(200)
})
test('preserves transparency', async () => {
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  expect((await metadata((await makePictures(clear)).card.data)).hasAlpha).toBe(true)
})
test('U07 rejects a picture of more than 50 million pixels without decoding it', async () => {
  const bomb = emptyPng(10_000, 6000)
  expect(bomb.length).toBeLessThan(1_000_000)
  const before = process.memoryUsage().rss
  const { reason } = await expectRefusal(makePictures(bomb))
  expect(reason).toBe('not-a-picture')
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
})
test('U02 U07 rejects files that are not a picture, or incomplete', async () => {
  const complete = await plain(300, 300).jpeg().toBuffer()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
  const hostile = [
    Buffer.alloc(0),
    Buffer.from(svg),
    Buffer.from(`<?xml version="1.0"?>${svg}`),
    Buffer.from('%PDF-1.7'),
    Buffer.from('<html>'),
    Buffer.from('GIF89a'),
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    complete.subarray(0, 200),
    Buffer.concat([complete.subarray(0, 20), Buffer.alloc(500, 7)]),
    await plain(9, 9).tiff().toBuffer(),
  ]
  for (const file of hostile) expect((await expectRefusal(makePictures(file))).reason).toBe('not-a-picture')
})

test('SCRP-05 fetchPicture uses the fetcher', async () => {
  const file = await plain(700, 700).png().toBuffer()
  const web = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(file),
  )
  expect((await scraper(web).fetchPicture(`${web.origin}/x.png`)).card.width).toBe(640)
  expect(web.requests[0]!.headers.accept).toContain('image/')
})
test('SCRP-06 fetchPng returns a PNG of at most 400 pixels', async () => {
  const file = await plain(700, 350).webp().toBuffer()
  const web = await serve((_request, response) => response.end(file))
  const png = await scraper(web).fetchPng(web.origin)
  expect(await metadata(png)).toMatchObject({ format: 'png', width: 400, height: 200 })
})
test('S12 rejects a picture above 10 MB, with and without a Content-Length', async () => {
  const file = Buffer.alloc(10_000_001)
  for (const headers of [{ 'content-length': file.length }, {}] as Record<string, number>[]) {
    const web = await serve((_request, response) => response.writeHead(200, headers).end(file))
    expect((await expectRefusal(scraper(web).fetchPicture(web.origin))).reason).toBe('too-large')
  }
})
test('S09 rejects an error response with the same error', async () => {
  const web = await serve((_request, response) => response.writeHead(500).end('secret'))
  const { reason, error } = await expectRefusal(scraper(web).fetchPicture(web.origin))
  expect(reason).toBe('status')
  expect(JSON.stringify(error) + String(error)).not.toMatch(/secret|500/)
})
