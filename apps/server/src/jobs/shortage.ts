/** Codes of the operating system for 'no more of it at the moment': file handles, processes, memory. */
const systemCodes = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ENOBUFS', 'ERR_WORKER_INIT_FAILED'])
/** SQLite cannot open a file; with a file that is there, handles are what is missing. */
const sqliteCannotOpen = 14
/** Where the runtime wraps the cause into an error of its own, only the text says it. */
const saysSo = /too many open files|EMFILE|ENFILE/i

/**
 * Returns whether work failed because the machine had no file handles, processes or memory left at that moment. The work
 * itself is not at fault, so such a try does not count.
 */
export function isShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof code === 'string' && systemCodes.has(code)) return true
  if (typeof errcode === 'number' && (errcode & 0xff) === sqliteCannotOpen) return true
  if (saysSo.test(error.message)) return true
  return error instanceof AggregateError ? error.errors.some(isShortage) : isShortage(error.cause)
}
