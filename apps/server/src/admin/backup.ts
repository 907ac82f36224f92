import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assertDefined } from '@nestmark/core/assertDefined'
import { DataDirInUseError, lockDataDir } from '../startup/dataDirLock.ts'
import { BackupError } from '../db/backup/format.ts'
import { restoreBackup } from '../db/backup/restore.ts'
import { writeBackup } from '../db/backup/write.ts'
import { checkFiles, copyFilesIn, copyFilesOut, hasFiles, holdSweep } from '../db/backup/fileBackup.ts'
import type { Db } from '../db/db.ts'
import { checkIntegrity } from '../db/integrity.ts'
import { openRecordedFiles, placeOf } from '../features/uploads/openFiles.ts'
import { isForeign, otherLibrary, replaceOwner } from '../features/uploads/storage/storeOwner.ts'
import { type AdminCommand, type AdminContext, AdminError } from './command.ts'
import { placeName, withLibrary } from './database.ts'
import { describe } from './integrity.ts'
import { rebuildSearch } from './rebuildSearch.ts'

export const backupCommand: AdminCommand = {
  name: 'backup',
  summary:
    'Writes everything into one file, while the server runs. Protect it like the data: it contains the secret. ' +
    '--files also copies the bytes of uploaded files that DIR does not have yet.',
  parameters: ['FILE'],
  options: { files: 'DIR' },
  run: ({ config, print }, { FILE, files }) =>
    withLibrary(config, async db => {
      const file = resolve(assertDefined(FILE, 'FILE'))
      const begun = performance.now()
      const write = () => writeBackup(db, file, storedSecret(config.dataDir))
      const counts = await withMessages(() =>
        files === undefined ? write() : writeWithFiles({ config, db, print, folder: resolve(files) }, write),
      )
      print(
        `${placeName(config)}: ${summary(counts)} in ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB, ${since(begun)}).`,
      )
    }),
}

export const restoreCommand: AdminCommand = {
  name: 'restore',
  summary:
    'Restores the library of a backup to DATA_DIR or DATABASE_URL, completely or not at all. The server must be stopped. ' +
    '--replace replaces an existing library, --end-sessions signs everyone out, --files copies the bytes of uploaded files from DIR.',
  parameters: ['FILE'],
  options: { replace: '', 'end-sessions': '', files: 'DIR' },
  async run(context, { FILE, replace, 'end-sessions': endSessions, files }) {
    const { config, print } = context
    const begun = performance.now()
    const unlock = config.databaseUrl
      ? () => undefined
      : await withMessages(async () => lockDataDir(config.dataDir))
    try {
      const { header, counts, replacedFile } = await withMessages(() =>
        restoreBackup(config, resolve(assertDefined(FILE, 'FILE')), {
          replace: replace !== undefined,
          endSessions: endSessions !== undefined,
          rebuild: rebuildSearch,
        }),
      )
      if (header.secret !== null && !process.env.SECRET) storeSecret(config.dataDir, header.secret)
      print(
        `${placeName(config)}: ${summary(counts)} of ${new Date(header.made).toISOString()} (${since(begun)}).`,
      )
      if (replacedFile)
        print(`The previous library is stored as ${replacedFile}. Delete it when you do not need it.`)
      await withLibrary(config, async db => {
        await restoreFiles(context, db, { files, isReplaced: replace !== undefined })
        // Errors of the restored library were in the backup, and are not repaired.
        for (const finding of (await checkIntegrity(db)).findings)
          print(`Error in the backup: ${describe(finding)}`)
      })
    } finally {
      unlock()
    }
  },
}

/**
 * Writes the rows, then copies the bytes of their files. Objects that are deleted in between are removed only after
 * both steps.
 */
async function writeWithFiles<T>(
  { config, db, print, folder }: Pick<AdminContext, 'config' | 'print'> & { db: Db; folder: string },
  write: () => Promise<T>,
): Promise<T> {
  if (!(await hasFiles(db))) return write()
  const store = await openRecordedFiles(db, config.files, print)
  return holdSweep(db, async renew => {
    const counts = await write()
    const { copied, present, missing } = await copyFilesOut(db, store, folder, renew)
    print(`Files: ${copied} copied to ${folder}, ${present} there already.`)
    if (missing.length > 0)
      print(`${missing.length} files are missing in the store, or were changed: ${examples(missing)}`)
    return counts
  })
}

/**
 * Copies the bytes of files to the store, and reports those that are missing.
 * @param isReplaced true when the library replaces the one that used the store
 */
async function restoreFiles(
  { config, print }: AdminContext,
  db: Db,
  { files, isReplaced }: { files: string | undefined; isReplaced: boolean },
): Promise<void> {
  const store = await openRecordedFiles(db, config.files, print)
  if (isReplaced) await replaceOwner(db, store)
  else if (await isForeign(db, store))
    return print(`No files were restored. ${otherLibrary(placeOf(config.files, config.files.store))}`)
  if (files !== undefined) {
    const { copied, present, missing } = await copyFilesIn(db, store, resolve(files))
    print(`Files: ${copied} copied, ${present} there already.`)
    if (missing.length > 0)
      print(`${missing.length} files are not in ${resolve(files)}, or were changed: ${examples(missing)}`)
    return
  }
  const { checked, missing } = await checkFiles(db, store, false)
  if (missing.length > 0)
    print(`${missing.length} of ${checked} uploaded files are missing. Restore them with --files DIR.`)
}

const examples = (list: readonly string[]) => list.slice(0, 5).join(', ') + (list.length > 5 ? ', …' : '')

/** Turns errors that the operator can fix into messages; other errors are rethrown. */
async function withMessages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError || error instanceof DataDirInUseError)
      throw new AdminError(error.message)
    const { code, path, dest } = error as { code?: string; path?: string; dest?: string }
    if (code === 'EEXIST')
      throw new AdminError(`${dest ?? path} exists already. A backup never overwrites a file.`)
    if (code === 'ENOENT') throw new AdminError(`${path} is not there.`)
    if (code === 'ENOSPC') throw new AdminError('The disk is full. Nothing was written.')
    throw error
  }
}

const secretFile = (dataDir: string) => join(dataDir, 'secret')

/** Returns the secret stored in the data directory. A secret from the environment is not part of a backup. */
function storedSecret(dataDir: string): string | null {
  if (process.env.SECRET || !existsSync(secretFile(dataDir))) return null
  return readFileSync(secretFile(dataDir), 'utf8').trim()
}

function storeSecret(dataDir: string, secret: string): void {
  const fresh = `${secretFile(dataDir)}.new`
  writeFileSync(fresh, secret, { mode: 0o600, flush: true })
  renameSync(fresh, secretFile(dataDir))
}

function summary(counts: Record<string, number>): string {
  const say = (table: string, one: string) =>
    `${(counts[table] ?? 0).toLocaleString('en')} ${one}${counts[table] === 1 ? '' : 's'}`
  return `${say('user', 'account')}, ${say('collections', 'collection')}, ${say('links', 'link')}`
}

function since(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}
