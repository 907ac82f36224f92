import { test } from 'vitest'
import { expectCleanCopies } from './copyParsing.ts'

test('X02 a browser finds nothing in copies of very many hostile pages that a copy may not have', async () => {
  await expectCleanCopies(60_000, Date.now())
}, 600_000)
