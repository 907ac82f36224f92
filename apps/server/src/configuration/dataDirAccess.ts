import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** The data directory cannot be used, or not safely; the message names it and the remedy. */
export class DataDirError extends Error {
  override name = 'DataDirError'
}

/** The permissions of the group and of others. */
const foreignRights = 0o077

/** Files at the top of a file system that belong to no application. */
const neutralNames = ['lost+found', '.gitkeep', '.keep']

/**
 * Names that Nestmark creates in its data directory. The operator protects other files there, such as copies and
 * backups.
 */
const ours =
  /^(nestmark\.db(-wal|-shm|-journal|\.replaced-.*)?|secret(\..*)?|library|server\..*|commits|outbox|reserve|writing)$/
/** The folder of uploaded files. Its name is too common to recognize a data directory by. */
const filesFolder = 'files'

/**
 * Creates the data directory and missing parents, accessible to its owner only. The recursive option of
 * Node.js does not terminate below a broken symbolic link, such as one to an unmounted disk.
 * @throws an error of the file system
 */
export function makeDataDir(dataDir: string): void {
  const missing: string[] = []
  for (let path = resolve(dataDir); !existsSync(path); path = dirname(path)) missing.unshift(path)
  for (const path of missing)
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      // Another process may have created it concurrently.
      if (!existsSync(path)) throw error
    }
}

/**
 * Restricts the data directory, and Nestmark's files in it, to its owner: 0700 and 0600.
 * @throws DataDirError when that fails, or when the directory is shared with other applications, whose
 * permissions must not be changed
 */
export function secureDataDir(dataDir: string): void {
  // Windows has no such permissions.
  if (!process.getuid || !existsSync(dataDir)) return
  const names = namesIn(dataDir, dataDir)
  if ((statSync(dataDir).mode & foreignRights) !== 0) {
    const shared = names.length > 0 && !names.some(name => ours.test(name))
    if ((shared && names.some(name => !neutralNames.includes(name))) || isSticky(dataDir))
      throw new DataDirError(
        `DATA_DIR "${dataDir}" is open to other users and contains files that are not Nestmark's. ` +
          'Use a separate directory for Nestmark: it creates the one that DATA_DIR names when it does not exist.',
      )
    close(dataDir, dataDir, 0o700)
  }
  for (const name of names.filter(each => ours.test(each) || each === filesFolder)) {
    const path = join(dataDir, name)
    const state = lstatSync(path, { throwIfNoEntry: false })
    if (!state || state.isSymbolicLink()) continue
    if (!state.isDirectory()) closeFile(dataDir, path, state.mode)
    else {
      if ((state.mode & foreignRights) !== 0) close(dataDir, path, 0o700)
      for (const inside of namesIn(dataDir, path)) {
        const mail = lstatSync(join(path, inside), { throwIfNoEntry: false })
        if (mail?.isFile()) closeFile(dataDir, join(path, inside), mail.mode)
      }
    }
  }
}

function namesIn(dataDir: string, path: string): string[] {
  try {
    return readdirSync(path)
  } catch (error) {
    throw dataDirError(dataDir, error)
  }
}

/** Returns true for a directory such as /tmp that everyone can write to. */
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
    const { code } = error as { code?: string }
    if (code === 'ENOENT') return
    if (code === 'EROFS') throw dataDirError(dataDir, error)
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
 * Returns the first path of the data directory without read and write access. The error of SQLite names
 * neither the file nor the reason.
 */
function closedPath(dataDir: string): { path: string; code: string | undefined } | null {
  const blocked = (path: string) => {
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
      return null
    } catch (error) {
      const { code } = error as { code?: string }
      return code === 'ENOENT' ? null : { path, code }
    }
  }
  const top = blocked(dataDir)
  if (top || !existsSync(dataDir)) return top
  for (const name of readdirSync(dataDir).filter(each => ours.test(each))) {
    const found = blocked(join(dataDir, name))
    if (found) return found
  }
  return null
}

/** SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN. */
const refusedKinds = [3, 8, 14]

/**
 * Returns true when the system denied this process access to the data directory or a file in it.
 * @param error of the file system or of SQLite
 */
export function isDataDirRefusal(dataDir: string, error: unknown): boolean {
  const { code, errcode, path } = error as { code?: string; errcode?: number; path?: string }
  if (errcode !== undefined) return refusedKinds.includes(errcode & 0xff)
  if (path === undefined || !['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) return false
  const below = relative(dataDir, path)
  return below.split(sep)[0] !== '..' && !isAbsolute(below)
}

/**
 * Explains why the data directory cannot be used.
 * @param error of the file system or of SQLite
 */
export function dataDirError(dataDir: string, error: unknown): DataDirError {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string }
  const kind = (errcode ?? 0) & 0xff
  const closed = refusedKinds.includes(kind) ? closedPath(dataDir) : null
  const cause = closed ? closed.code : code
  const user = userName()
  const give =
    `Nestmark runs as user ${user}. Give it the directory: ` +
    `mkdir -p ${dataDir} && chown -R ${user} ${dataDir} && chmod -R u+rwX ${dataDir}`
  const readOnly =
    'Its file system is mounted read-only. Mount it writable, or set DATA_DIR to a directory that can be written to.'
  const remedy =
    cause === 'EROFS'
      ? readOnly
      : cause === 'EACCES' || cause === 'EPERM'
        ? give
        : cause === 'ENOTDIR' || cause === 'EEXIST'
          ? 'A file, or a link to nothing, is where a directory must be. Move it away, or set DATA_DIR to another place.'
          : cause === 'ENOSPC' || kind === 13
            ? 'The disk is full. Free space and start again.'
            : 'See docs/operations.md, "The data directory cannot be used".'
  const reason = (message ?? String(error)).replace(/\.$/, '')
  const at = closed ? ` (${closed.path})` : ''
  return new DataDirError(`DATA_DIR "${dataDir}" cannot be used: ${reason}${at}. ${remedy}`)
}
