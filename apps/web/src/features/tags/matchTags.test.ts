import { expect, test } from 'vitest'
import { matchTags } from './matchTags.ts'

const tags = Object.entries({ Bád: 1, badge: 7, harbour: 9, 'old bad': 7 }).map(([name, links_count]) => ({
  _id: name,
  name,
  links_count,
}))
const match = (input: string) => matchTags(tags as never, input).map(({ name }) => name)

test('TAG-06 ENC-07 matches tags in the browser by a part of their name, without accents, most used first', () => {
  expect(match(' BAD ')).toEqual(['badge', 'old bad', 'Bád'])
  expect(match('bour')).toEqual(['harbour'])
  expect(match('')).toEqual(['harbour', 'badge', 'old bad', 'Bád'])
  expect(match('nothing')).toEqual([])
})
