import { test } from 'vitest'
import { expectCleanCopies } from './copyParsing.ts'

test('X02 a browser finds nothing in copies of hostile pages that a copy may not have', async () => {
  await expectCleanCopies(1_000, Date.now())
})
