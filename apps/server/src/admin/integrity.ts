import { checkIntegrity, type Violation } from '../db/integrity.ts'
import { readPendingMigrations } from '../db/migrate.ts'
import { checkFiles } from '../db/backup/fileBackup.ts'
import type { Db } from '../db/db.ts'
import { openRecordedFiles } from '../features/uploads/openFiles.ts'
import { type AdminCommand, type AdminContext, AdminError } from './command.ts'
import { placeName, withLibrary } from './database.ts'

export const integrityCommand: AdminCommand = {
  name: 'integrity',
  summary:
    'Checks all invariants of the library and reports violations. It changes nothing. ' +
    '--files also looks for the bytes of uploaded files, --deep reads and compares them.',
  options: { files: '', deep: '' },
  run: ({ config, print }, { files, deep }) =>
    withLibrary(config, async db => {
      const waiting = await readPendingMigrations(db.read)
      if (waiting.length > 0)
        throw new AdminError(
          `This library has an older version (${waiting.join(', ')} not applied). Start the server or run "migrate" first.`,
        )
      const begun = performance.now()
      const { checked, findings } = await checkIntegrity(db)
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      print(`${placeName(config)}: ${checked} checks in ${seconds} s.`)
      if (files !== undefined || deep !== undefined)
        findings.push(...(await checkStore({ config, db, print }, deep !== undefined)))
      for (const finding of findings) print(`Wrong: ${describe(finding)}`)
      if (findings.length > 0)
        throw new AdminError(
          'Nothing was changed. Keep a copy of the data before you repair it; docs/operations.md explains how.',
        )
      print('No violations found.')
    }),
}

/** Compares the stored bytes with the objects of the store. */
async function checkStore(
  { config, db, print }: Pick<AdminContext, 'config' | 'print'> & { db: Db },
  deep: boolean,
): Promise<Violation[]> {
  const { checked, missing, changed } = await checkFiles(
    db,
    await openRecordedFiles(db, config.files, print),
    deep,
  )
  print(`${checked} stored files checked${deep ? ' with all their bytes' : ''}.`)
  return [
    { violation: 'files whose bytes are missing in the store', ids: missing },
    { violation: 'files whose bytes were changed in the store', ids: changed },
  ].flatMap(({ violation, ids }) =>
    ids.length === 0 ? [] : { violation, count: ids.length, examples: ids.slice(0, 5) },
  )
}

/** Describes a finding with a few of the affected rows. */
export function describe({ violation, count, examples }: Violation): string {
  if (examples.length === 0) return count === 1 ? violation : `${count} ${violation}`
  return `${count} ${violation} (${examples.join(', ')}${count > examples.length ? ', …' : ''})`
}
