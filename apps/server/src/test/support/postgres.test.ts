import { expect, test } from 'vitest'
import { embeddedPostgres } from './postgres.ts'

test('the embedded PostgreSQL does not change the exit code of a failed test run', async () => {
  const listeners = () => [...process.listeners('beforeExit'), ...process.listeners('exit')]
  const before = listeners()
  await embeddedPostgres()
  expect(listeners()).toEqual(before)
})
