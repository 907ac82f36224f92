import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deleteDeadFolders, ownPrefix } from './deadFolders.ts'

test('deletes the folders of ended processes, and no others', () => {
  const parent = mkdtempSync(join(tmpdir(), 'nestmark-dead-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const own = mkdtempSync(join(parent, ownPrefix('browser-')))
  const { pid } = spawnSync(process.execPath, ['--version'])
  for (const name of [`browser-${pid}-abc123`, 'browser-153.0.0-0', `other-${pid}-abc123`])
    mkdirSync(join(parent, name, 'content'), { recursive: true })
  deleteDeadFolders(parent, 'browser-')
  expect(readdirSync(parent).sort()).toEqual(
    [own.slice(parent.length + 1), 'browser-153.0.0-0', `other-${pid}-abc123`].sort(),
  )
})
