import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compiledPrograms } from './scripts/compiledPrograms.ts'
import { longestFirst } from './scripts/longestFirst.ts'

// Servers, tools and threads that tests start load the program compiled: half of their start is compiling it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile')

const compiledServer = 'apps/server/src/test/support/compiledServer.ts'

const shared = {
  pool: 'forks' as const,
  // The files of a worker share what is loaded: no test changes a module or the environment for the others.
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // On a shared machine a process may stand still for many seconds: a condition is waited for, not for a time.
  expect: { poll: { timeout: 60_000, interval: 20 } },
}

// The packages, and the server's suite twice: on SQLite and on a real PostgreSQL, which comes from npm.
export default defineConfig({
  test: {
    // Many tests wait for processes to end or for time to pass: six workers fill two cores.
    maxWorkers: 6,
    sequence: { sequencer: longestFirst(/\/(permissionMatrix|resilience)\//) },
    projects: [
      {
        test: {
          ...shared,
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
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
          include: [
            'apps/server/src/features/{files,libraryExport}/**/*.test.ts',
            'apps/server/src/features/encryption/*{F,f}iles*.test.ts',
          ],
          exclude: [
            'apps/server/src/features/files/read*.test.ts',
            'apps/server/src/features/files/preview{Faults,Plans}.test.ts',
            'apps/server/src/features/files/storage.test.ts',
            '**/*.sqlite.test.ts',
          ],
          env: { NESTMARK_TEST_FILES: 's3' },
          globalSetup: [compiledServer, 'apps/server/src/test/support/sqliteTemplate.ts'],
        },
      },
      {
        plugins: [compiledPrograms],
        test: {
          ...shared,
          name: 'postgres',
          include: ['apps/server/src/**/*.test.ts'],
          // What has no database in it need not run twice.
          exclude: [
            'apps/server/src/fetching/**',
            'apps/server/src/browser/**',
            'apps/server/src/files/**',
            'apps/server/src/media/**',
            'apps/server/src/concurrency/**',
            'apps/server/src/email/mailer.test.ts',
            'apps/server/src/seed/**',
            'apps/server/src/features/files/read{Documents,Pictures,Recordings,ingFaults}.test.ts',
            'apps/server/src/features/files/{previewFaults,slowReaders,direct,downloadShare}.test.ts',
            'apps/server/src/features/links/fairFetch.test.ts',
            'apps/server/src/test/apiExamples/**',
            'apps/server/src/liveUpdates/stream.test.ts',
            'apps/server/src/http/{idleConnections,incoming}.test.ts',
            'apps/server/src/filesConfig.test.ts',
            'apps/server/src/features/accounts/passkeySite.test.ts',
            'apps/server/src/liveUpdates/serverMessages.test.ts',
            '**/*.sqlite.test.ts',
          ],
          globalSetup: [compiledServer, 'apps/server/src/test/support/postgres.ts'],
        },
      },
    ],
  },
})
