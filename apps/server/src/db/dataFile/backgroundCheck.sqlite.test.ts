import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteFile } from '../openDb.ts'
import { openSqlite } from '../sqlite.ts'
import { startBackgroundCheck } from './backgroundCheck.ts'

test('F09 a stop waits for the end of the check, so that SQLite removes the log', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestmark-check-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const file = sqliteFile(dataDir)
  const database = openSqlite(file)
  database.exec('create table t (a)')
  const children: ChildProcess[] = []
  const onStart = (message: unknown) => void children.push((message as { process: ChildProcess }).process)
  subscribe('child_process', onStart)
  onTestFinished(() => void unsubscribe('child_process', onStart))

  const check = startBackgroundCheck(dataDir, () => undefined)
  await check.stop()
  expect(children.map(child => child.signalCode)).toEqual(['SIGKILL'])

  expect(existsSync(`${file}-wal`)).toBe(true)
  database.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
})
