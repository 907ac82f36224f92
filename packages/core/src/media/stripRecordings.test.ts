import { describe, expect, test } from 'vitest'
import {
  box,
  cameraKeys,
  film,
  firstSample,
  ftyp,
  insert,
  item,
  itunes,
  movieHead,
  pictures,
  place,
  plan,
  segment,
  strip,
  track,
} from './stripSamples.testing.ts'

const exif = segment(0xe1, 'Exif\0\0MM\0\x2a\0\0\0\x08\0\0', place)
const sample = `${'v'.repeat(40)}${place}`
const gpmf = {
  id: 2,
  type: 'meta',
  entry: box('gpmd', 'x'),
  sample: [firstSample + 40, place.length],
} as const
const udta = (...content: Buffer[]) => film('v'.repeat(40), track(), box('udta', ...content))
const entry = (...content: Buffer[]) => box('vp09', Buffer.alloc(78), ...content)

describe('Z09 keeps of a recording only what its playing needs', () => {
  test.each([
    ['keys of a camera in the user data', udta(cameraKeys)],
    ['keys of a camera in the movie', film('v', track(), cameraKeys)],
    ['keys of a camera in the file', Buffer.concat([film('v', track()), cameraKeys])],
    ['keys of a camera in a track', film('v', track({ extra: cameraKeys }))],
    ['a location of Android', udta(box('\xa9xyz', place))],
    ['a location of 3GPP', udta(box('loci', place))],
    ['data of GoPro', udta(box('GPMF', place))],
    ['a comment of iTunes', udta(itunes(item('\xa9cmt', place), item('\xa9nam', 'A title')))],
    ['a free item of iTunes', udta(itunes(box('----', box('mean', place))))],
    ['a track with positions', film(sample, track(), track({ ...gpmf, sample: [...gpmf.sample] }))],
    [
      'subtitles with positions',
      film(sample, track(), track({ ...gpmf, type: 'text', sample: [...gpmf.sample] })),
    ],
    ['user data of a track', film('v', track({ extra: box('udta', box('name', place)) }))],
    ['the name of a handler', film('v', track({ name: place }))],
    [
      'the name of a program',
      film('v', track({ entry: Buffer.concat([entry()]).fill(place, 8 + 42, 8 + 74) })),
    ],
    ['a box of a codec', film('v', track({ entry: entry(box('abcd', place)) }))],
    ['free space', Buffer.concat([film('v', track()), box('free', place)])],
    ['a uuid', Buffer.concat([film('v', track()), box('uuid', place)])],
    ['a long private box', Buffer.concat([film('v', track()), box('uuid', place, Buffer.alloc(17_000_000))])],
    ['after the last box', Buffer.concat([film('v', track()), Buffer.from('64N')])],
  ])('%s', async (_, original) => {
    const cleaned = await strip(original)
    for (const text of [place, place.slice(0, 30), '64N']) expect(cleaned.includes(text)).toBe(false)
    expect(await plan(cleaned as Buffer)).toBe('clean')
    expect(cleaned).toHaveLength(original.length)
    expect(cleaned.indexOf('mdat')).toBe(original.indexOf('mdat'))
    expect(cleaned.includes('vvv')).toBe(original.includes('vvv'))
    expect(cleaned.includes('A title')).toBe(original.includes('A title'))
  })

  test('a cover remains, without its location', async () => {
    const cover = await pictures.jpeg()
    for (const inserted of [exif, segment(0xfe, 'x'.repeat(9))]) {
      const original = udta(itunes(item('covr', insert(cover, 2, inserted))))
      const cleaned = (await strip(original)) as Buffer
      expect(cleaned.includes(cover)).toBe(true)
      expect(cleaned.includes(inserted)).toBe(false)
      expect(cleaned).toHaveLength(original.length)
      expect(await plan(cleaned)).toBe('clean')
    }
    const other = await strip(udta(itunes(item('covr', `${place}${'x'.repeat(50)}`))))
    expect(other.includes(place)).toBe(false)
  })

  test('erases the time when it was made', async () => {
    const times = Buffer.alloc(100).fill(7, 4, 12)
    const original = Buffer.concat([ftyp, box('moov', box('mvhd', times), track())])
    expect(await strip(original)).toEqual(Buffer.concat([ftyp, box('moov', movieHead, track())]))
  })

  test.each([
    ['a track with positions whose samples are elsewhere', film(sample, track({ ...gpmf, sample: [0, 9] }))],
    [
      'a track with positions in fragments',
      Buffer.concat([
        film(sample, track({ ...gpmf, sample: [0, 0] })),
        box('moof', box('traf', box('tfhd', '\0\0\0\0\0\0\0\x02')), box('mfhd', place)),
      ]),
    ],
    [
      'a box that is longer than the file',
      Buffer.concat([film('v', track()), Buffer.from('\0\0\x0f\0free')]),
    ],
    ['a file without a movie', Buffer.concat([ftyp, box('mdat', place)])],
    ['a box in itself', film('v', box('moov', track()), box('trak', 'x'))],
  ])('reports %s as unreadable', async (_, original) => {
    expect(await strip(original)).toBe('unreadable')
  })

  test('a hostile table of samples takes no time', async () => {
    const many = Buffer.alloc(8 + 4 * 3_000_000)
    many.writeUInt32BE(3_000_000, 4)
    const tables = box(
      'stbl',
      box('stsz', Buffer.from('\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff', 'latin1')),
      box('stsc', Buffer.from('\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0\x01', 'latin1')),
      box('stco', many),
    )
    const hostile = box(
      'trak',
      track(gpmfHead()).subarray(8, 100),
      box('mdia', box('hdlr', '\0'.repeat(8), 'meta\0'), box('minf', tables)),
    )
    expect(await strip(film('v'.repeat(40), hostile))).toBe('unreadable')
  })
})

const gpmfHead = () => ({ ...gpmf, sample: [0, 0] as [number, number] })
