import { checkIntegrity, type Violation } from '../db/integrity.ts'
import { readPendingMigrations } from '../db/migrate.ts'
import { type AdminCommand, AdminError } from './command.ts'
import { placeName, withLibrary } from './database.ts'

export const integrityCommand: AdminCommand = {
  name: 'integrity',
  summary: 'Checks everything that must hold in the library and says what does not. It changes nothing.',
  run: ({ config, print }) =>
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
      for (const finding of findings) print(`Wrong: ${describe(finding)}`)
      if (findings.length > 0)
        throw new AdminError(
          'Nothing was changed. Keep a copy of the data before you repair it; docs/operations.md explains how.',
        )
      print('No violations found.')
    }),
}

/** Describes a finding with a few of the affected rows. */
export function describe({ violation, count, examples }: Violation): string {
  if (examples.length === 0) return count === 1 ? violation : `${count} ${violation}`
  return `${count} ${violation} (${examples.join(', ')}${count > examples.length ? ', …' : ''})`
}
