import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeHighlightRules } from '@nestmark/highlighter/highlightRules'
import { expect, test } from 'vitest'
import { hostRule } from '../lib/host.ts'

test('HL-07 the style sheet of the build has the rules of the highlights on light pages, and the one that shows the bar', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../../public/highlights.css'), 'utf8')
  expect(sheet).toBe(`${writeHighlightRules('light')}\n${hostRule}\n`)
})
