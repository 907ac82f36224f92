import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const page = join(import.meta.dirname, '../apps/web/src')
const sources = globSync('**/*.tsx', { cwd: page }).map(
  path => [path, readFileSync(join(page, path), 'utf8')] as const,
)

/** Returns the files of the page that contain a pattern. */
const findFiles = (pattern: RegExp) => sources.filter(([, text]) => pattern.test(text)).map(([path]) => path)

test('the page has one select, its own, and one button Cancel', () => {
  expect(findFiles(/<select\b/)).toEqual([])
  expect(findFiles(/\{uiTexts\.cancel\}/)).toEqual(['ui/dialogs/CancelButton.tsx'])
})
