import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The data directory cannot be used, or not safely; the message names it and says what to do. */
export class DataDirError extends Error {
  override name = 'DataDirError'
}

/** Every right of the group and of others. */
const foreignRights = 0o077

/** What a file system may hold at its top without being anybody's. */
const nobodys = ['lost+found', '.gitkeep', '.keep']

/** What Nestmark writes into its data directory. Copies and backups that lie there are its owner's to protect. */
const ours =
  /^(nestmark\.db(-wal|-shm|-journal|\.replaced-.*)?|secret(\..*)?|library|server\..*|commits|outbox)$/

/**
 * Makes the data directory and those around it, for its owner alone. Node's own recursive way never ends beneath a link
 * to nothing, such as one to a disk that is not mounted.
 * @throws an error of the file system
 */
export function makeDataDir(dataDir: string): void {
  const missing: string[] = []
  for (let path = resolve(dataDir); !existsSync(path); path = dirname(path)) missing.unshift(path)
  for (const path of missing)
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!existsSync(path)) throw error
    }
}

/**
 * Takes the data directory, and everything of Nestmark in it, from the eyes of other users of the machine: 0700 and 0600.
 * @throws DataDirError when that cannot be done, or when the directory is not for Nestmark alone: its rights are not
 *   ours to change then
 */
export function secureDataDir(dataDir: string): void {
  // Windows has no such rights.
  if (!process.getuid || !existsSync(dataDir)) return
  const names = namesIn(dataDir)
  if ((statSync(dataDir).mode & foreignRights) !== 0) {
    const shared = names.length > 0 && !names.some(name => ours.test(name))
    if ((shared && names.some(name => !nobodys.includes(name))) || isSticky(dataDir))
      throw new DataDirError(
        `DATA_DIR "${dataDir}" is open to other users and holds things that are not Nestmark's. ` +
          'Give Nestmark a directory of its own: a new one is made by itself when DATA_DIR names one that is not there.',
      )
    close(dataDir, dataDir, 0o700)
  }
  for (const name of names.filter(each => ours.test(each))) {
    const path = join(dataDir, name)
    const state = lstatSync(path, { throwIfNoEntry: false })
    if (!state || state.isSymbolicLink()) continue
    if (!state.isDirectory()) closeFile(dataDir, path, state.mode)
    else {
      if ((state.mode & foreignRights) !== 0) close(dataDir, path, 0o700)
      for (const inside of readdirSync(path)) {
        const mail = lstatSync(join(path, inside), { throwIfNoEntry: false })
        if (mail?.isFile()) closeFile(dataDir, join(path, inside), mail.mode)
      }
    }
  }
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir)
  } catch (error) {
    throw dataDirError(dataDir, error)
  }
}

/** A directory such as /tmp, which everybody writes to. */
function isSticky(dataDir: string): boolean {
  return (statSync(dataDir).mode & 0o1000) !== 0
}

function closeFile(dataDir: string, path: string, mode: number): void {
  if ((mode & foreignRights) !== 0) close(dataDir, path, 0o600)
}

function close(dataDir: string, path: string, mode: number): void {
  try {
    chmodSync(path, mode)
    if ((statSync(path).mode & foreignRights) === 0) return
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return
  }
  throw new DataDirError(
    `${path} can be read by other users of this machine, and Nestmark (user ${userName()}) may not change that. ` +
      `As its owner: chmod ${mode.toString(8)} ${path}. Or give the directory to the user that runs Nestmark: ` +
      `chown -R ${userName()} ${dataDir}`,
  )
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/**
 * Says in a sentence why the data directory cannot be used.
 * @param error of the file system or of SQLite
 */
export function dataDirError(dataDir: string, error: unknown): DataDirError {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string }
  const kind = (errcode ?? 0) & 0xff
  const give = `Nestmark runs as user ${userName()}. Give it the directory: mkdir -p ${dataDir} && chown -R ${userName()} ${dataDir}`
  const readOnly =
    'Its file system is mounted read-only. Mount it writable, or set DATA_DIR to a directory that can be written to.'
  const remedy =
    code === 'EROFS'
      ? readOnly
      : code === 'EACCES' || code === 'EPERM' || kind === 14 || kind === 8
        ? give
        : code === 'ENOTDIR' || code === 'EEXIST'
          ? 'A file, or a link to nothing, lies where a directory must be. Move it away, or set DATA_DIR to another place.'
          : code === 'ENOSPC' || kind === 13
            ? 'The disk is full. Free space and start again.'
            : 'See docs/operations.md, "The data directory cannot be used".'
  const reason = (message ?? String(error)).replace(/\.$/, '')
  return new DataDirError(`DATA_DIR "${dataDir}" cannot be used: ${reason}. ${remedy}`)
}
