import { constants, setPriority } from 'node:os'
import { sqliteFile } from '../openDb.ts'
import { isDamage, verifyDatabase } from '../dataFile.ts'
import { openSqlite } from '../sqlite.ts'

/** Verifies a data file in a separate process of low priority. */
process.once('message', ({ dataDir }: { dataDir: string }) => {
  process.send?.({ damage: findDamage(dataDir) }, () => process.exit(0))
})
// Without the server the result has no receiver.
process.once('disconnect', () => process.exit(1))

function findDamage(dataDir: string): string | null {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Without the permission it runs at normal priority.
  }
  const database = openSqlite(sqliteFile(dataDir), { readOnly: true })
  try {
    return verifyDatabase(database)
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  } finally {
    database.close()
  }
}
