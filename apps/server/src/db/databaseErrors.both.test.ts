import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { classifyDatabaseError } from './databaseErrors.ts'

const withCode = (code: string) => Object.assign(new Error('reported by the database'), { code })

test.each([
  ['the disk is full', '53100', 'full'],
  ['no space left', 'ENOSPC', 'full'],
  ['read-only', '25006', 'readOnly'],
  ['too many connections', '53300', 'unavailable'],
  ['out of memory', '53200', 'unavailable'],
  ['lock timeout', '55P03', 'unavailable'],
  ['a statement that took too long', '57014', 'unavailable'],
  ['shutting down', '57P01', 'unavailable'],
  ['starting', '57P03', 'unavailable'],
  ['no file handles', 'EMFILE', 'unavailable'],
  ['no file handles on the machine', 'ENFILE', 'unavailable'],
  ['no route to the host', 'EHOSTUNREACH', 'unavailable'],
  ['no answer', 'ETIMEDOUT', 'unavailable'],
  ['the name is not known', 'ENOTFOUND', 'unavailable'],
  ['a row that is there already', '23505', null],
  ['a statement that is wrong', '42601', null],
] as const)('F09 %s (%s) maps to its trouble', (_, code, trouble) => {
  expect(classifyDatabaseError(withCode(code))).toBe(trouble)
})

test('F08 SQLite errors for a read-only file and for one that cannot be opened', () => {
  const dir = mkdtempSync(join(tmpdir(), 'nestmark-trouble-'))
  const file = join(dir, 'a.db')
  const made = new DatabaseSync(file)
  made.exec('create table a (b)')
  made.close()
  const classify = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return classifyDatabaseError(error)
    }
  }
  const reader = new DatabaseSync(file, { readOnly: true })
  expect(classify(() => reader.exec('insert into a values (1)'))).toBe('readOnly')
  reader.close()
  expect(classify(() => new DatabaseSync(join(dir, 'none/a.db')))).toBe('unavailable')
  rmSync(dir, { recursive: true })
})
