import { parseArgs } from 'node:util'
import { readConfig } from '../configuration/config.ts'
import { assertNoLostCommits } from '../db/dataFile.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/openDb.ts'
import { runAsLongWork } from '../db/writes/longWork.ts'
import { migrate, readAppliedMigrations } from '../db/migrate.ts'
import { assertUsable } from '../db/postgres/assertUsable.ts'
import { explainFailedStart } from '../startup/startFailures.ts'
import { acceptFilesCommand, acceptLossCommand, acceptSecretCommand } from './accept.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { type AdminCommand, AdminError } from './command.ts'
import { couponCommands } from './coupons.ts'
import { moveFilesCommand } from './files.ts'
import { integrityCommand } from './integrity.ts'
import { userCommands } from './users.ts'
import { placeName } from './database.ts'

const migrateCommand: AdminCommand = {
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

/** All administration commands. They work while a server runs. */
const commands: readonly AdminCommand[] = [
  ...userCommands,
  ...couponCommands,
  backupCommand,
  restoreCommand,
  integrityCommand,
  migrateCommand,
  acceptSecretCommand,
  acceptFilesCommand,
  acceptLossCommand,
  moveFilesCommand,
]

/** Commands for a library with missing writes; any other command could hide the loss, or apply a wrong log. */
const recoveryCommands: readonly AdminCommand[] = [restoreCommand, acceptLossCommand]

/** The output of a command. */
export type AdminOutput = Pick<Console, 'log' | 'error'>

/**
 * Runs a command of the command line.
 * @param words the command line arguments
 * @param env the environment
 * @returns the exit code of the process
 */
export async function runAdmin(
  words: readonly string[],
  env: Record<string, string | undefined>,
  output: AdminOutput,
): Promise<number> {
  try {
    return await runAsLongWork(() => run(words, env, output))
  } catch (error) {
    const sentence = error instanceof AdminError ? error.message : explainFailedStart(error, env)
    if (sentence !== null) output.error(sentence)
    else output.error('The command failed.', error)
    return 1
  }
}

async function run(
  words: readonly string[],
  env: Record<string, string | undefined>,
  output: AdminOutput,
): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, i) => words[i] === word))
  if (!command) {
    const [word] = words
    const asked = word === undefined || ['help', '--help', '-h'].includes(word)
    ;(asked ? output.log : output.error)(overview())
    return asked ? 0 : 2
  }
  const given = read(command, words.slice(command.name.split(' ').length))
  const config = readConfig(env)
  if (!config.databaseUrl && !recoveryCommands.includes(command)) assertNoLostCommits(config.dataDir)
  // Commands use prepared statements too, which fail through a pooler that mixes sessions.
  if (config.databaseUrl && command !== acceptLossCommand) await assertUsable(config.databaseUrl)
  const opening: { db?: Promise<Db> } = {}
  const open = () => (opening.db ??= opened())
  const opened = async () => {
    const database = openDb(config)
    await migrate(database)
    return database
  }
  try {
    await command.run({ config, open, print: line => output.log(line) }, given)
    return 0
  } finally {
    await (await opening.db)?.close()
  }
}

function read(command: AdminCommand, words: readonly string[]): Record<string, string | undefined> {
  const { parameters = [], options = {} } = command
  const known = Object.fromEntries(
    Object.entries(options).map(([name, word]) => [name, { type: word ? 'string' : 'boolean' } as const]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: known, allowPositionals: true })
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
  const flags = Object.entries(options).map(([option, word]) => `[--${option}${word && ` ${word}`}]`)
  return ['npm run admin --', name, ...parameters, ...flags].join(' ')
}

function overview(): string {
  return commands.map(command => `${usage(command)}\n    ${command.summary}`).join('\n')
}
