import { expect, test } from 'vitest'
import { isNameOf, rankByName, rankMatch, toSearchWords } from './rank.ts'
import { foldText } from '../../../lib/foldText.ts'

const rank = (name: string, query: string) => rankMatch(foldText(name), toSearchWords(query))

test('a match at the start of the name ranks before one at the start of a word and one inside a word', () => {
  expect(rank('Timber suppliers', 'tim')).toBe(0)
  expect(rank('Turf & timber', 'tim')).toBe(1)
  expect(rank('Sentimental', 'tim')).toBe(2)
  expect(rank('Soundscapes', 'tim')).toBe(null)
})

test('a later start of a word counts where an earlier match is inside a word', () => {
  expect(rank('Sentimental timber', 'tim')).toBe(1)
})

test('every word must match, in any order, without case and accents', () => {
  expect(rank('Báðstofa í torfbæ', 'bað')).toBe(0)
  expect(rank('Cold climates', 'CLIM cold')).toBe(1)
  expect(rank('Cold climates', 'cold warm')).toBe(null)
  expect(rank('東京 2025', '京')).toBe(2)
})

test('keeps equal matches in their original order, and puts recent ones first', () => {
  const names = ['Timetables', 'Overtime', 'Timber', 'Night time', 'Time']
  const recent = ['Time']
  const recency = (name: string) => (recent.includes(name) ? recent.indexOf(name) : Infinity)
  expect(rankByName(names, ['time'], foldText, recency)).toEqual([
    'Time',
    'Timetables',
    'Night time',
    'Overtime',
  ])
})

test('without words every item matches in the given order', () => {
  expect(rankByName(['b', 'a'], toSearchWords('  '), foldText)).toEqual(['b', 'a'])
})

test('the first half of a name is that name', () => {
  const isName = (query: string, name: string) => isNameOf(toSearchWords(query), foldText(name))
  expect(isName('turf & timber', 'Turf & timber')).toBe(true)
  expect(isName('Báðst', 'Báðstofa')).toBe(true)
  expect(isName('tim', 'Timetables')).toBe(false)
  expect(isName('timber', 'Turf & timber')).toBe(false)
})
