import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPageExcerpt, createPageExcerpts } from './pageExcerpts.ts'

const filler = 'Nothing of interest is said in this sentence. '

/** Returns links with the texts of their pages as the database has them; the id is the position. */
const listed = (texts: readonly string[]) =>
  texts.map((text, at) => ({ id: `${at}`, page_text: gzipSync(text) }))

test('unpacks each text to itself, whatever its size and its script', async () => {
  const random = Array.from({ length: 60 }, () => randomBytes(500).toString('hex')).join(' ')
  const texts = ['東京のお茶 tea', '', `${random} tea`, 'Größe: tea', 'none', `${filler.repeat(200)}tea`]
  const found = await createPageExcerpts([...listed(texts), { id: 'unsearched' }], 'tea')
  expect([...found.keys()].sort()).toEqual(['0', '2', '3', '5'])
  expect(found.get('0')).toEqual(['東京のお茶 ', 'tea'])
  expect(found.get('3')).toEqual(['Größe: ', 'tea'])
  expect(found.get('2')?.at(-1)).toBe('tea')
  expect(found.get('5')).toEqual(['…said in this sentence. ', 'tea'])
})

test('finds a match far from the start, with and without its accents', async () => {
  const far = filler.repeat(1000)
  expect(await createPageExcerpt(`${far}An Axolotl.\fIt swims.`, 'axolotl')).toEqual([
    '…in this sentence. An ',
    'Axolotl',
    '. It swims.',
  ])
  expect((await createPageExcerpt(`${far}Ein Äxolotl schwimmt.`, 'axolotl'))?.[1]).toBe('Äxolotl')
  expect((await createPageExcerpt(`Äxolotl. ${far}`, 'axolotl'))?.slice(0, 2)).toEqual(['', 'Äxolotl'])
  expect(
    (await createPageExcerpt(`${far}a heron and a carp`, 'carp heron'))?.filter((_, at) => at % 2),
  ).toEqual(['heron', 'carp'])
  expect(await createPageExcerpt(far, 'axolotl')).toBeNull()
})

test('F26 long texts without a typed match leave the thread to others, and the search abandons them at the end of the time', async () => {
  const texts = Array.from({ length: 20 }, () => `${'喫茶店😀漢字仮名'.repeat(8_000)} 龍虎`)
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  count()
  await createPageExcerpts(listed(texts), '龍と虎', Infinity)
  isOver = true
  // Each text takes several of them.
  expect(turns).toBeGreaterThan(2 * texts.length)
  const both = listed([...texts, 'Ein Äxolotl schwimmt.', 'An axolotl.'])
  expect([...(await createPageExcerpts(both, 'axolotl', 0)).keys()]).toEqual(['21'])
})
