import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashState } from './unchangedSources.mjs'

let project = ''
const write = (path: string, text: string) => writeFileSync(join(project, path), text)

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'nestmark-sources-'))
  for (const folder of ['apps/web/dist', 'packages', 'scripts'])
    mkdirSync(join(project, folder), { recursive: true })
  write('package-lock.json', '{}')
  write('apps/web/main.ts', 'one')
})
afterEach(() => rmSync(project, { recursive: true }))

test('a rewritten source has another state, even with its previous size and time', async () => {
  const before = hashState(project)
  expect(hashState(project)).toBe(before)
  const { atime, mtime, ctimeMs } = statSync(join(project, 'apps/web/main.ts'))
  // The clock of a file system may be coarser than the test.
  await expect
    .poll(() => {
      write('apps/web/main.ts', 'two')
      utimesSync(join(project, 'apps/web/main.ts'), atime, mtime)
      return statSync(join(project, 'apps/web/main.ts')).ctimeMs
    })
    .not.toBe(ctimeMs)
  expect(hashState(project)).not.toBe(before)
})

test('added and removed sources change the state; builds and tests do not', () => {
  const before = hashState(project)
  write('apps/web/dist/main.js', 'built')
  write('scripts/some.test.ts', 'a test')
  expect(hashState(project)).toBe(before)
  write('packages/new.ts', '')
  expect(hashState(project)).not.toBe(before)
  rmSync(join(project, 'packages/new.ts'))
  expect(hashState(project)).toBe(before)
})
