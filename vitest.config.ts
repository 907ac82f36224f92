import { defineConfig } from 'vitest/config'

const shared = {
  pool: 'forks' as const,
  // The files of a worker share what is loaded: no test changes a module or the environment for the others.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // On a shared machine a process may stand still for many seconds. What fails twice in a row is a fault.
  retry: process.env.CI ? 1 : 0,
}

// The packages, and the server's suite twice: on SQLite and on a real PostgreSQL, which comes from npm.
export default defineConfig({
  test: {
    // Many tests wait for processes to end or for time to pass: a third worker uses that time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.ts'],
        },
      },
      { test: { ...shared, name: 'sqlite', include: ['apps/server/src/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'postgres',
          include: ['apps/server/src/**/*.test.ts'],
          // What has no database in it need not run twice.
          exclude: ['apps/server/src/outside/**', '**/*.sqlite.test.ts'],
          globalSetup: 'apps/server/src/testing/postgres.ts',
        },
      },
    ],
  },
})
