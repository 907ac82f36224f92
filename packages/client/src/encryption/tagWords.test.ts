import { limits } from '@nestmark/core/limits'
import { expect, test } from 'vitest'
import { addTagWords } from './tagWords.ts'

test('ENC-12 the names of tags become the last line of the description', () => {
  const link = { desc: 'A text \n', category: 3 }
  expect(addTagWords(link, ['plain', ' two  words '])).toBe('A text\n#plain #two-words')
  expect(addTagWords({ ...link, desc: '' }, ['été'])).toBe('#été')
  expect(addTagWords(link, [])).toBe(link.desc)
})

test('ENC-12 a description with the names of tags keeps its limit', () => {
  const fits = 'x'.repeat(limits.desc - 4)
  expect(addTagWords({ desc: fits, category: 3 }, ['ab'])).toHaveLength(limits.desc)
  expect(addTagWords({ desc: `${fits}x`, category: 3 }, ['ab'])).toBeNull()
  expect(addTagWords({ desc: `${fits}x`, category: 4 }, ['ab'])).not.toBeNull()
})
