import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compiledPrograms } from '../scripts/compiledPrograms.ts'
import { longestFirst } from '../scripts/longestFirst.ts'

// The threads of the servers load the compiled program, because compiling takes half of their start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compile')

const isGate = process.env.NESTMARK_GATE !== undefined

/** Matches errors of calls that were pending when a test ended and closed its page. */
const afterTestEnd = /page, context or browser has been closed|Route is already handled/

// Tests of the pages in a real browser on the real server, one file per topic.
export default defineConfig({
  plugins: [compiledPrograms],
  test: {
    include: ['e2e/**/*.e2e.ts'],
    exclude: isGate ? ['**/*.slow.e2e.ts'] : [],
    ...(isGate && { runner: './e2e/oneVariant.ts' }),
    setupFiles: ['scripts/fixedSeed.ts'],
    globalSetup: [
      'e2e/globalSetup.ts',
      'apps/server/src/test/support/compiledServer.ts',
      'apps/server/src/test/support/sqliteTemplate.ts',
    ],
    pool: 'forks',
    // The files of a worker share the server's modules and one browser. Each file has its own server and database.
    isolate: false,
    // Tests wait for the page and the server in turn: four workers use two cores fully.
    maxWorkers: 4,
    sequence: { sequencer: longestFirst(/\/(menus\.slow|encryptionLoss\.slow|lists)\.e2e\.ts$/) },
    onUnhandledError: error => (afterTestEnd.test(error.message ?? '') ? false : undefined),
    // Tests wait for conditions. The timeouts are for a busy machine; a race that fails ends after them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
