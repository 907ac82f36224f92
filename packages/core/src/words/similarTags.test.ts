import { expect, test } from 'vitest'
import { groupSimilarTags } from './similarTags.ts'

const group = (...names: string[]) =>
  groupSimilarTags(names.map(name => ({ name }))).map(tags => tags.map(tag => tag.name))

test('names that differ in case, accents, hyphens and blanks are similar', () => {
  expect(group('Café', 'to-do', 'cafe', 'web design', 'todo', 'WebDesign', 'to do', 'other')).toEqual([
    ['Café', 'cafe'],
    ['to-do', 'todo', 'to do'],
    ['web design', 'WebDesign'],
  ])
})

test('singular and plural are similar', () => {
  expect(
    group('recipe', 'recipes', 'library', 'libraries', 'box', 'boxes', 'loaf', 'status', 'news'),
  ).toEqual([
    ['recipe', 'recipes'],
    ['library', 'libraries'],
    ['box', 'boxes'],
  ])
})

test('long names with one other letter are similar, short ones and those with other numbers are not', () => {
  expect(group('programming', 'programing', 'javascript', 'javascirpt')).toEqual([
    ['programming', 'programing'],
    ['javascript', 'javascirpt'],
  ])
  expect(group('cat', 'car', 'cart', 'java', 'lava', 'photo2024', 'photo2025', 'web2', 'web3')).toEqual([])
})

test('distinguishes names of signs, and the signs of names of languages', () => {
  expect(group('c', 'c++', 'c#', '🎉', '🍞', 'C++')).toEqual([['c++', 'C++']])
  expect(group('東京', '京都', 'новости', 'Новости')).toEqual([['новости', 'Новости']])
})

test('each tag of a large library is in one group, and only similar ones are together', () => {
  const names = Array.from({ length: 10_000 }, (_, n) => `subject ${n} of many`)
  expect(group(...names, 'Subject-7 of many', 'subjekt 8 of many')).toEqual([
    ['subject 7 of many', 'Subject-7 of many'],
    ['subject 8 of many', 'subjekt 8 of many'],
  ])
})
