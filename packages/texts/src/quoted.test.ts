import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linksTexts } from './links/links.ts'
import { quoted } from './quoted.ts'
import { trashTexts } from './trash.ts'

test('isolates titles that run from right to left in their sentence, and leaves others as they are', () => {
  expect(quoted('Turf houses (2)')).toBe('“Turf houses (2)”')
  for (const title of ['בתי דשא (2)', 'Über ‏الجدار', 'a\u202eb', '\u{1e900}'])
    expect(quoted(title)).toBe(`“\u2068${title}\u2069”`)
  expect(linksTexts.trashAsk(['בתי דשא (2)'])).toBe('Move “\u2068בתי דשא (2)\u2069” to trash?')
  expect(trashTexts.willRestore(['א', 'ב'])).toBe('“\u2068א\u2069” and “\u2068ב\u2069” will be restored.')
})

test('isolates every title in quotation marks', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && !name.startsWith('quoted'),
  )
  const bare = files.flatMap(name =>
    [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/“\$\{.*/g)].map(
      ([line]) => `${name}: ${line}`,
    ),
  )
  expect(bare).toEqual([])
})
