import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  box,
  cameraKeys,
  chunk,
  film,
  ftyp,
  gifExtension,
  inFirstFrame,
  insert,
  item,
  itunes,
  pictures,
  place,
  plan,
  riffChunk,
  segment,
  strip,
  track,
  withRiffSize,
} from './stripSamples.testing.ts'
import { planStrip } from './strip.ts'

const exif = segment(0xe1, 'Exif\0\0MM\0\x2a\0\0\0\x08\0\0', place)
/** Returns the offset of the second scan of a progressive JPEG. */
const secondScan = (file: Buffer) =>
  file.indexOf(Buffer.of(0xff, 0xda), file.indexOf(Buffer.of(0xff, 0xda)) + 2)
/** Returns the offset of the components of the first scan. */
const scanHead = (file: Buffer) => file.indexOf(Buffer.of(0xff, 0xda)) + 5
const thumbnail = (text: string) => segment(0xe0, 'JFIF\0\x01\x01\0\0\x48\0\x48\x05\x02', text.padEnd(30))
const { jpeg, png, webp, webpFrames, gif } = pictures
const afterHeader = 33

type Sample = [name: string, make: () => Promise<Buffer>]
const removed: Sample[] = [
  ['JPEG: EXIF between scans', async () => insert(await jpeg(), secondScan(await jpeg()), exif)],
  ['JPEG: EXIF twice', async () => insert(await jpeg(), 2, exif, exif)],
  ['JPEG: EXIF after fill bytes', async () => insert(await jpeg(), 2, Buffer.of(0xff, 0xff), exif)],
  ['JPEG: APP11', async () => insert(await jpeg(), 2, segment(0xeb, 'JP', place))],
  ['JPEG: APP4', async () => insert(await jpeg(), 2, segment(0xe4, place))],
  ['JPEG: a comment', async () => insert(await jpeg(), 2, segment(0xfe, place))],
  ['JPEG: APP2 without a profile', async () => insert(await jpeg(), 2, segment(0xe2, 'MPF\0', place))],
  ['JPEG: a thumbnail of JFIF', async () => insert(await jpeg(), 2, thumbnail(place))],
  ['JPEG: a thumbnail of JFXX', async () => insert(await jpeg(), 2, segment(0xe0, 'JFXX\0\x10', place))],
  [
    'JPEG: a long segment of Adobe',
    async () => insert(await jpeg(), 2, segment(0xee, 'Adobe\0\x64\0\0\0\0\x01', place)),
  ],
  ['JPEG: after its end', async () => Buffer.concat([await jpeg(), Buffer.from(place)])],
  ['PNG: a chunk of an unknown type', async () => insert(await png(), afterHeader, chunk('caBX', place))],
  ['PNG: compressed EXIF', async () => insert(await png(), afterHeader, chunk('zxIf', place))],
  ['PNG: text in a chunk of a number', async () => insert(await png(), afterHeader, chunk('gAMA', place))],
  [
    'PNG: a second EXIF',
    async () => insert(await png(), afterHeader, chunk('eXIf', place), chunk('eXIf', place)),
  ],
  ['PNG: a palette with a name', async () => insert(await png(), afterHeader, chunk('sPLT', place))],
  ['PNG: after its end', async () => Buffer.concat([await png(), Buffer.from(place)])],
  [
    'WebP: a chunk of an unknown type',
    async () => withRiffSize(Buffer.concat([await webp(), riffChunk('abcd', place)])),
  ],
  [
    'WebP: EXIF without a header for it',
    async () => withRiffSize(Buffer.concat([await webp(), riffChunk('EXIF', place)])),
  ],
  ['WebP: in a frame', async () => inFirstFrame(await webpFrames(), riffChunk('XMP ', place))],
  [
    'GIF: XMP',
    async () => insert(await gif(), (await gif()).length - 1, gifExtension(0xff, 'XMP DataXMP', place)),
  ],
  ['GIF: a comment', async () => insert(await gif(), (await gif()).length - 1, gifExtension(0xfe, place))],
  [
    'GIF: plain text',
    async () => insert(await gif(), (await gif()).length - 1, gifExtension(0x01, '\0'.repeat(12), place)),
  ],
  [
    'GIF: a long repetition',
    async () => insert(await gif(), (await gif()).length - 1, gifExtension(0xff, 'NETSCAPE2.0', place)),
  ],
  ['GIF: after its end', async () => Buffer.concat([await gif(), Buffer.from(place)])],
]

describe('Z09 keeps of a picture only what its decoding needs', () => {
  test.each(removed)('%s', async (_, make) => {
    const original = await make()
    expect(original.includes(place)).toBe(true)
    const cleaned = await strip(original)
    expect(cleaned.includes(place)).toBe(false)
    expect(await plan(cleaned as Buffer)).toBe('clean')
    const pixels = (file: Buffer) => sharp(file, { pages: -1, failOn: 'none' }).raw().toBuffer()
    expect(await pixels(cleaned as Buffer)).toEqual(await pixels(original))
  })

  test.each<Sample>([
    [
      'JPEG: a byte between segments',
      async () => insert(await jpeg(), 2, segment(0xfe, 'x'), Buffer.of(0), exif),
    ],
    ['JPEG: without its end', async () => insert((await jpeg()).subarray(0, -2), 2, exif)],
    ['JPEG: text in a table', async () => insert(await jpeg(), 2, segment(0xdd, place))],
    [
      'JPEG: text in the conditions of arithmetic coding',
      async () => insert(await jpeg(), 2, segment(0xcc, place.padEnd(30))),
    ],
    ['JPEG: EXIF in the head of a scan', async () => insert(await jpeg(), scanHead(await jpeg()), exif)],
    [
      'JPEG: EXIF at the end of that head',
      async () => insert(await jpeg(), scanHead(await jpeg()) + 8, exif),
    ],
    [
      'PNG: without its end',
      async () => insert(await png(), afterHeader, chunk('tEXt', place)).subarray(0, -12),
    ],
    [
      'PNG: a chunk that is longer than it',
      async () =>
        insert(
          (await png()).subarray(0, -12),
          afterHeader,
          chunk('tEXt', place),
          Buffer.from('\0\0\x0f\0tEXt'),
        ),
    ],
    [
      'PNG: an unknown chunk that decoders require',
      async () => insert(await png(), afterHeader, chunk('CgBI', place)),
    ],
    [
      'WebP: shorter than it says',
      async () => withRiffSize(Buffer.concat([await webp(), riffChunk('EXIF', place)])).subarray(0, -1),
    ],
    [
      'WebP: a chunk that is longer than it',
      async () => withRiffSize(Buffer.concat([await webp(), riffChunk('EXIF', place).fill(0xff, 4, 8)])),
    ],
    [
      'GIF: without its end',
      async () => Buffer.concat([(await gif()).subarray(0, -1), gifExtension(0xfe, place)]),
    ],
  ])('reports %s as unreadable', async (_, make) => {
    expect(await strip(await make())).toBe('unreadable')
  })

  test('animation, transparency, times and repetition remain', async () => {
    for (const make of [gif, webpFrames]) {
      const original = await make()
      expect(await plan(original)).toBe('clean')
      const metadata = await sharp(original).metadata()
      expect(metadata).toMatchObject({ pages: 2, loop: 3 })
    }
    const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#fff0' } })
    for (const format of ['png', 'webp', 'gif'] as const)
      expect(await plan(await clear.clone().toFormat(format).toBuffer())).toBe('clean')
  })

  test('the colours of CMYK remain', async () => {
    const original = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#8a9d68' } })
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg()
      .toBuffer()
    const cleaned = (await strip(original)) as Buffer
    expect((await sharp(cleaned).metadata()).icc).toEqual((await sharp(original).metadata()).icc)
    expect(await sharp(cleaned).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer())
  })
})

test('U07 does not read millions of tiny parts to their end', async () => {
  const fill = (start: Buffer, part: Buffer) => Buffer.concat([start, Buffer.alloc(30_000_000, part)])
  const quantization = segment(0xdb, Buffer.alloc(65))
  for (const hostile of [
    fill(Buffer.of(0xff, 0xd8), Buffer.of(0xff)),
    fill(Buffer.of(0xff, 0xd8), segment(0xfe)),
    fill(Buffer.of(0xff, 0xd8), Buffer.concat([quantization, segment(0xfe)])),
    fill((await png()).subarray(0, afterHeader), chunk('tEXt')),
    fill((await gif()).subarray(0, 13), gifExtension(0xfe)),
    withRiffSize(fill((await webp()).subarray(0, 12), riffChunk('abcd', ''))),
    fill(ftyp, box('free')),
  ]) {
    let reads = 0
    const read = async (offset: number, length: number) => {
      reads++
      return hostile.subarray(offset, offset + length)
    }
    expect(await planStrip(read, hostile.length)).toBe('unreadable')
    expect(reads).toBeLessThan(300_000)
  }
})

test('a damaged file gives a result, whose plan is clean', async () => {
  const samples = await Promise.all(removed.map(([, make]) => make()))
  samples.push(film('v', track({ name: place }), box('udta', itunes(item('\xa9nam', 'x'))), cameraKeys))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
      fc.nat(),
      async (original, changes, cut) => {
        const file = Buffer.from(original.subarray(0, 1 + (cut % original.length)))
        for (const [at, byte] of changes) file[at % file.length] = byte
        const cleaned = await strip(file)
        if (cleaned !== 'unreadable') expect(await plan(cleaned)).toBe('clean')
      },
    ),
    { numRuns: 300 },
  )
})
