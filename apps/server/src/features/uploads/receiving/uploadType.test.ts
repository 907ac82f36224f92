import { expect, test } from 'vitest'
import { cleanFileName } from './uploadType.ts'

test('a file name keeps its extension and its joiners, and has no other invisible characters', () => {
  const long = cleanFileName(`${'a'.repeat(300)}.png`, 'image/png')
  expect([long.length, long.endsWith('.png')]).toEqual([255, true])
  expect(cleanFileName('می\u200cخواهم.png', 'image/png')).toBe('می\u200cخواهم.png')
  expect(cleanFileName('👨\u200d👩\u200d👧.png', 'image/png')).toBe('👨\u200d👩\u200d👧.png')
  expect(cleanFileName('../a\u202egpj\0.png', 'image/png')).toBe('agpj.png')
  for (const name of ['', '..', '\u200d', 'a/', '\u202e'])
    expect(cleanFileName(name, 'image/png')).toBe('file.png')
})
