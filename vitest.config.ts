import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { preact } from './apps/web/preact.ts'
import { compiledPrograms } from './scripts/compiledPrograms.ts'
import { longestFirst } from './scripts/longestFirst.ts'

// Servers, tools and threads that tests start load the program compiled: half of their start is compiling it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile')

// CONTRIBUTING.md, 'Tests', explains what the names of test files mean.
const isGate = process.env.NESTMARK_GATE !== undefined

const compiledServer = 'apps/server/src/test/support/compiledServer.ts'

const onSqliteOnly = ['**/*.sqlite.test.ts', '**/*.sqlite.slow.test.ts']

const shared = {
  pool: 'forks' as const,
  // The files of a worker share what is loaded: no test changes a module or the environment for the others.
  isolate: false,
  // A busy machine may stand still for many seconds. A race that fails ends after these times.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000, interval: 20 } },
  exclude: isGate ? ['**/*.slow.test.ts'] : [],
  setupFiles: ['scripts/fixedSeed.ts'],
}

// The packages, and the server's suite twice: on SQLite and on a real PostgreSQL, which comes from npm.
export default defineConfig({
  test: {
    // Many tests wait for processes to end or for time to pass: six workers fill two cores.
    maxWorkers: 6,
    sequence: { sequencer: longestFirst(/\/(permissionMatrix|resilience)\//) },
    projects: [
      {
        resolve: { alias: preact },
        test: {
          ...shared,
          name: 'packages',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{web,extension}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [compiledPrograms],
        test: {
          ...shared,
          name: 'sqlite',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: [compiledServer, 'apps/server/src/test/support/sqliteTemplate.ts'],
        },
      },
      {
        plugins: [compiledPrograms],
        test: {
          ...shared,
          name: 's3',
          // Files once more, in a bucket.
          include: isGate
            ? ['apps/server/src/**/*.s3.test.ts']
            : [
                'apps/server/src/features/{uploads,libraryExport}/**/*.test.ts',
                'apps/server/src/features/encryption/**/*{F,f}iles*.test.ts',
              ],
          exclude: onSqliteOnly,
          env: { NESTMARK_TEST_FILES: 's3' },
          globalSetup: [compiledServer, 'apps/server/src/test/support/sqliteTemplate.ts'],
        },
      },
      {
        plugins: [compiledPrograms],
        test: {
          ...shared,
          name: 'postgres',
          include: [isGate ? 'apps/server/src/**/*.both.test.ts' : 'apps/server/src/**/*.test.ts'],
          exclude: onSqliteOnly,
          globalSetup: [compiledServer, 'apps/server/src/test/support/postgres.ts'],
        },
      },
    ],
  },
})
