import { constants, setPriority } from 'node:os'
import { sqliteFile } from '../db.ts'
import { isDamage, readThrough } from '../dataFile.ts'
import { openSqlite } from '../sqlite.ts'

/** Reads a data file through in a process of its own, behind everything else that runs on the machine. */
process.once('message', ({ dataDir }: { dataDir: string }) => {
  process.send!({ damage: damageIn(dataDir) }, () => process.exit(0))
})
// Without the server there is nobody to tell.
process.once('disconnect', () => process.exit(1))

function damageIn(dataDir: string): string | null {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Then it runs beside the others.
  }
  const database = openSqlite(sqliteFile(dataDir), { readOnly: true })
  try {
    return readThrough(database)
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  } finally {
    database.close()
  }
}
