import { readdirSync } from 'node:fs'
import type { Operation } from '@nestmark/contract/operation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../routes.ts'
import { ask } from './ask.testing.ts'
import { runRow, runWithTokens, undeclared } from './run.testing.ts'
import type { Row } from './row.testing.ts'
import { rows } from './rows.testing.ts'
import { createFixture, type Fixture } from './fixture.testing.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.app.stop())

/** Returns every operation that a file of the contract declares. Those of `/api/auth` touch no topics. */
async function declaredOperations(): Promise<Operation[]> {
  const folder = new URL('../../../../../packages/contract/src/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && !name.includes('.test.'),
  )
  const modules = await Promise.all(files.map(name => import(new URL(name, folder).href)))
  const isOperation = (each: unknown): each is Operation =>
    typeof each === 'object' && each !== null && 'path' in each && 'touches' in each
  return modules.flatMap(module => Object.values(module as object).filter(isOperation))
}

const name = ({ op, case: which }: Row) => (which ? `${op.path}: ${which}` : op.path)

test('SHR-08 the table has every operation of the contract, and each has a route', async () => {
  const paths = (await declaredOperations()).map(op => op.path).sort()
  expect(paths.length).toBeGreaterThan(90)
  expect([...new Set(rows.map(row => row.op.path))].sort()).toEqual(paths)
  expect(routes.map(({ op }) => op.path).sort()).toEqual(paths)
})

describe('SHR-08 Z01 Z02 Z04 Z05 Z06 Z18 permissions by role, and disclosed data', () => {
  test.each(rows.map(row => [name(row), row] as const))('%s', async (_name, row) => {
    const { lines, failures } = await runRow(fixture, row)
    expect(lines).toEqual(Array.isArray(row.expect) ? { self: row.expect } : row.expect)
    expect(failures).toEqual([])
    expect(undeclared(row)).toEqual([])
  })
})

describe('T01 T03 T13 keys of both scopes, and tokens of ended sessions', () => {
  test.each(rows.map(row => [name(row), row] as const))('%s', async (_name, row) => {
    const { ends, due, failures } = await runWithTokens(fixture, row)
    expect(ends).toEqual(due)
    expect(failures).toEqual([])
  })
})

describe('SHR-08 Z18 a person without data gets empty responses', () => {
  const lists = rows.filter(row => row.empty !== undefined)
  test.each(lists.map(row => [name(row), row] as const))('%s', async (_name, row) => {
    const resources = fixture.resources.team
    const input = (await row.input(resources, 'noAccess')) as Record<string, unknown>
    const { body } = await ask(fixture.app.origin, row.op, fixture.nobody.token, input)
    if (Array.isArray(row.empty)) expect(body.data).toEqual(row.empty)
    else expect(body.data).toMatchObject(row.empty as object)
  })
})
