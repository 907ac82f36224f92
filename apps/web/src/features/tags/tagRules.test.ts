import { expect, test } from 'vitest'
import { addTagToLink } from './tagRules.ts'

test('SAVE-10 adds a tag without its #, once, and not beyond the limits', () => {
  expect(addTagToLink(['a'], ' #trains ')).toEqual({ ok: true, tags: ['a', 'trains'] })
  expect(addTagToLink(['Trains'], 'trains')).toEqual({ ok: false, problem: '#trains is already there' })
  expect(addTagToLink([], 'x'.repeat(32)).ok).toBe(true)
  expect(addTagToLink([], 'x'.repeat(33))).toEqual({
    ok: false,
    problem: 'Tag length should be below 32 characters',
    tooLong: true,
  })
  const full = Array.from({ length: 30 }, (_, n) => `t${n}`)
  expect(addTagToLink(full, 'one more')).toEqual({ ok: false, problem: 'A link can have at most 30 tags' })
  expect(addTagToLink(['a'], ' ')).toEqual({ ok: true, tags: ['a'] })
})
