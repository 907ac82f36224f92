import { defineConfig } from 'vitest/config'

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
    maxWorkers: 2,
    // On a shared machine a browser may stand still for many seconds. What fails twice in a row is a fault.
    retry: process.env.CI ? 1 : 0,
    onUnhandledError: error => (afterTheEnd.test(error.message ?? '') ? false : undefined),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A page that is loaded again takes more than the usual second on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
})
