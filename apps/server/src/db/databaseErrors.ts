import { QueueTimeoutError } from '../concurrency/queueErrors.ts'

export type DatabaseErrorKind = 'full' | 'readOnly' | 'unavailable'

/**
 * Classifies errors of a database that are not program errors: the disk is full, it is read-only, or it is
 * temporarily unavailable (unreachable, or without a free connection, file handle, memory or lock).
 * @returns null for any other error
 */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind | null {
  if (!(error instanceof Error)) return null
  // A transaction that got no connection.
  if (error instanceof QueueTimeoutError) return 'unavailable'
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return classifySqliteError(errcode)
  if (typeof code === 'string') {
    if (/^(53100|ENOSPC|EDQUOT)$/.test(code)) return 'full'
    if (code === '25006') return 'readOnly'
    if (unavailableCodes.test(code)) return 'unavailable'
  }
  return /Connection terminated|connection error and is not queryable|Client was closed and is not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout/.test(
    error.message,
  )
    ? 'unavailable'
    : null
}

/**
 * PostgreSQL classes: 08 connection, 25P03 idle in transaction timeout, 26000 and 42P05 a pooler that mixes
 * sessions, 40 transaction conflicts, 53 insufficient resources, 55P03 lock timeout, 57 cancelled or shut
 * down, 58 system errors. Then the codes of the operating system.
 */
const unavailableCodes = new RegExp(
  `^(08...|25P03|26000|42P05|40001|40P01|53...|55P03|57014|57P0[12345]|58...|${[
    'ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN',
    'EMFILE|ENFILE|ENOMEM|ENOBUFS',
  ].join('|')})$`,
)

function classifySqliteError(errcode: number): DatabaseErrorKind | null {
  const kind = errcode & 0xff
  // FULL, and IOERR except reads (SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ)
  if (kind === 13) return 'full'
  if (kind === 10) return [266, 522].includes(errcode) ? 'unavailable' : 'full'
  if (kind === 8) return 'readOnly'
  // BUSY, LOCKED, NOMEM, CANTOPEN (no file handles), PROTOCOL
  return [5, 6, 7, 14, 15].includes(kind) ? 'unavailable' : null
}
