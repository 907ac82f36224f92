import { parseArgs } from 'node:util'
import { type AdminCommand, AdminError } from './admin/command.ts'
import { backupCommand, restoreCommand } from './admin/backup.ts'
import { couponCommands } from './admin/coupons.ts'
import { integrityCommand } from './admin/integrity.ts'
import { migrateCommand } from './admin/migrate.ts'
import { userCommands } from './admin/users.ts'
import { ConfigError, readConfig } from './config.ts'
import { type Db, openDb } from './db/db.ts'
import { migrate, NewerDatabaseError } from './db/migrate.ts'

/** Everything the person who runs the server can ask for; it works beside a running server. */
const commands: readonly AdminCommand[] = [
  ...userCommands,
  ...couponCommands,
  backupCommand,
  restoreCommand,
  integrityCommand,
  migrateCommand,
]

async function main(words: string[]): Promise<void> {
  const command = commands.find(({ name }) => name.split(' ').every((word, i) => words[i] === word))
  if (!command) {
    const asked = words.length === 0 || ['help', '--help', '-h'].includes(words[0]!)
    ;(asked ? console.log : console.error)(overview())
    process.exitCode = asked ? 0 : 2
    return
  }
  const given = read(command, words.slice(command.name.split(' ').length))
  const config = readConfig(process.env)
  const held: { db?: Promise<Db> } = {}
  const open = () => (held.db ??= opened())
  const opened = async () => {
    const database = openDb(config)
    await migrate(database)
    return database
  }
  // A command that never ends by itself must not count as done.
  process.exitCode = 1
  try {
    await command.run({ config, open, print: line => console.log(line) }, given)
    process.exitCode = 0
  } finally {
    await (await held.db)?.close()
  }
}

function read(command: AdminCommand, words: string[]): Record<string, string | undefined> {
  const { parameters = [], options = {} } = command
  const known = Object.fromEntries(
    Object.entries(options).map(([name, word]) => [name, { type: word ? 'string' : 'boolean' } as const]),
  )
  try {
    const { values, positionals } = parseArgs({ args: words, options: known, allowPositionals: true })
    if (positionals.length !== parameters.length) throw new AdminError(`Usage: ${usage(command)}`)
    const flags = Object.entries(values).map(([name, value]) => [name, value === true ? 'yes' : value])
    return {
      ...Object.fromEntries(flags),
      ...Object.fromEntries(parameters.map((name, i) => [name, positionals[i]])),
    }
  } catch (error) {
    if (error instanceof AdminError) throw error
    throw new AdminError(`${(error as Error).message}\nUsage: ${usage(command)}`)
  }
}

function usage({ name, parameters = [], options = {} }: AdminCommand): string {
  const wishes = Object.entries(options).map(([option, word]) => `[--${option}${word && ` ${word}`}]`)
  return ['npm run admin --', name, ...parameters, ...wishes].join(' ')
}

function overview(): string {
  return commands.map(command => `${usage(command)}\n    ${command.summary}`).join('\n')
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = [AdminError, ConfigError, NewerDatabaseError].some(kind => error instanceof kind)
  if (expected) console.error((error as Error).message)
  else console.error('This could not be done.', error)
  process.exitCode = 1
})
