import { expect, test } from 'vitest'
import { addTag, matchingTags } from './linkFormTagRules.ts'

test('SAVE-10 a tag is added without its #, once, and not beyond the limits', () => {
  expect(addTag(['a'], ' #trains ')).toEqual({ ok: true, tags: ['a', 'trains'] })
  expect(addTag(['Trains'], 'trains')).toEqual({ ok: false, problem: '#trains is there already' })
  expect(addTag([], 'x'.repeat(32)).ok).toBe(true)
  expect(addTag([], 'x'.repeat(33))).toEqual({
    ok: false,
    problem: 'Tag length should be below 32 characters',
    tooLong: true,
  })
  const full = Array.from({ length: 30 }, (_, n) => `t${n}`)
  expect(addTag(full, 'one more')).toEqual({ ok: false, problem: 'A link can have at most 30 tags' })
  expect(addTag(['a'], ' ')).toEqual({ ok: true, tags: ['a'] })
})

test('the tags that suit a page stand in its words, whole, the most used first', () => {
  const own = [
    { name: 'maps', links_count: 3 },
    { name: 'trains', links_count: 9 },
    { name: 'rain', links_count: 99 },
    { name: 'night-train', links_count: 1 },
    { name: 'café', links_count: 2 },
  ]
  expect(matchingTags(own, [], 'Trains and maps of the night train cafe')).toEqual([
    'trains',
    'maps',
    'café',
    'night-train',
  ])
  expect(matchingTags(own, ['Trains'], 'trains')).toEqual([])
  expect(matchingTags(own, [], '')).toEqual([])
})
