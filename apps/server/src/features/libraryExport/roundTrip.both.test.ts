import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact } from '../../test/support/jobs.ts'
import { fullLibrary, librariesWithoutFiles } from './randomLibrary.testing.ts'
import { expectRoundTrip } from './roundTrip.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ copies: 'full' })
})
afterAll(() => stopIntact(app))

const runs = Number(process.env.RANDOM_LIBRARIES ?? 3)

test(
  'IO-02 IO-03 a random library stays the same in an empty account after an import of its ZIP',
  async () => {
    const property = fc.asyncProperty(librariesWithoutFiles, made => expectRoundTrip(app, made))
    await fc.assert(property, { numRuns: runs, endOnFailure: true, examples: [[fullLibrary]] })
  },
  runs * 30_000,
)
