import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longestFirst.ts'

/** What was still on its way when a test had its result and closed its page. */
const afterTheEnd = /page, context or browser has been closed|Route is already handled/

// The pages in a real browser on the real server, one file per chapter of the specification.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/prepare.ts',
    pool: 'forks',
    // The files of a worker share the loaded server and one browser; each has a server and a database of its own.
    isolate: false,
    // Tests wait for the page and the server in turn: three workers fill two cores.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(/\/(menus|lists)\.e2e\.ts$/) },
    onUnhandledError: error => (afterTheEnd.test(error.message ?? '') ? false : undefined),
    // Tests wait for conditions. The limits are for a machine that is busy with something else; no test waits for one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
