import { expect, test } from 'vitest'
import { embeddedPostgres } from './postgres.ts'

test('a run of tests that failed ends as failed: the PostgreSQL of the tests has no say in it', async () => {
  const listeners = () => [...process.listeners('beforeExit'), ...process.listeners('exit')]
  const before = listeners()
  await embeddedPostgres()
  expect(listeners()).toEqual(before)
})
