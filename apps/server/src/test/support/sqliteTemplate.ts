import { cpSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { openDb } from '../../db/openDb.ts'
import { migrate } from '../../db/migrate.ts'
import { deleteDeadScratch, scratchDir } from './scratch.ts'

/**
 * Creates a migrated, empty SQLite database for the entire suite. Tests find its directory in
 * NESTMARK_TEST_SQLITE_TEMPLATE.
 * @returns a function that deletes it
 */
export default async function setup(project: TestProject): Promise<() => void> {
  deleteDeadScratch()
  const dataDir = scratchDir()
  const db = openDb({ dataDir, databaseUrl: null })
  await migrate(db)
  await db.close()
  project.config.env = { ...project.config.env, NESTMARK_TEST_SQLITE_TEMPLATE: dataDir }
  return () => rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Copies the migrated database, if there is one, into a data directory: migrating every database would take
 * longer than many tests.
 */
export function copySqliteTemplate(dataDir: string): void {
  const template = process.env.NESTMARK_TEST_SQLITE_TEMPLATE
  if (template) cpSync(template, dataDir, { recursive: true })
}
