import { expect, test } from 'vitest'
import type { Upload } from '../../lib/uploads/upload.ts'
import { placeUploads } from './placeUploads.ts'

const create = (id: string, part: Partial<Upload>): Upload => ({
  id,
  name: `${id}.png`,
  title: id,
  size: 10,
  order: 0,
  type: 'image/png',
  category: 1,
  parent: null,
  parentName: '',
  phase: 'sending',
  sent: 0,
  ...part,
})
const place = (uploads: Upload[], links: { _id: string; key?: string }[]) =>
  placeUploads(uploads, index => {
    const link = links[index]
    return link && { _id: link._id, s3_key: link.key ? [{ file: link.key, thumb: '' }] : [] }
  }).map(({ upload, isLink }) => (isLink ? `link of ${upload.id}` : upload.id))

test('UPL-06 puts the newest upload first', () => {
  expect(place([create('a', {}), create('b', { phase: 'stopped' })], [])).toEqual(['b', 'a'])
})

test('UPL-06 an upload keeps its cell until its link is in the list', () => {
  const a = create('a', { phase: 'done', linkId: '1' })
  expect(place([a], [{ _id: 'x' }])).toEqual(['a'])
  expect(place([a], [{ _id: '1' }, { _id: 'x' }])).toEqual([])
  // It was moved to another collection at once.
  expect(place([{ ...a, isListed: true }], [{ _id: 'x' }])).toEqual([])
})

test('UPL-06 a list that is read before the answer to the saved link has it once', () => {
  const a = create('a', { phase: 'checking', fileKey: 'key' })
  expect(place([a], [{ _id: '1', key: 'key' }])).toEqual([])
})

test('UPL-06 older uploads stay in their cells when a newer one is a link, also a failed one', () => {
  const uploads = [create('a', { phase: 'stopped' }), create('b', { phase: 'done', linkId: '2' })]
  expect(place(uploads, [{ _id: '2' }])).toEqual(['link of b', 'a'])
})

test('UPL-06 gives no cell to a file that the page never accepted, and leaves its own to one that the server rejected during the upload', () => {
  const uploads = [create('a', { phase: 'refused' }), create('b', { phase: 'refused', sent: 5 })]
  expect(place(uploads, [])).toEqual(['b'])
})

test('UPL-06 gives a cell to those of many uploads whose turn comes next', () => {
  const uploads = Array.from({ length: 100 }, (_, n) => create(String(n), { phase: 'waiting' }))
  const placed = place(uploads, [])
  expect([placed.length, placed[0], placed.at(-1)]).toEqual([60, '59', '0'])
})
