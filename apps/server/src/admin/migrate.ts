import { openDb } from '../db/openDb.ts'
import { readAppliedMigrations, migrate } from '../db/migrate.ts'
import type { AdminCommand } from './command.ts'
import { placeName } from './database.ts'

export const migrateCommand: AdminCommand = {
  name: 'migrate',
  summary:
    'Migrates the database to this version and lists its migrations. Every start of the server does this, too.',
  async run({ config, print }) {
    const db = openDb(config)
    try {
      const fresh = await migrate(db)
      print(placeName(config))
      for (const { name, applied_at: at } of await readAppliedMigrations(db.read))
        print(`  ${name}  ${new Date(at).toISOString()}${fresh.includes(name) ? '  applied now' : ''}`)
      print(fresh.length === 0 ? 'The database is up to date.' : `${fresh.length} applied.`)
    } finally {
      await db.close()
    }
  },
}
