/** System error codes for exhausted resources: file handles, processes, memory. */
const systemCodes = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ENOBUFS', 'ERR_WORKER_INIT_FAILED'])
/** SQLITE_CANTOPEN; for an existing file, it means a lack of file handles. */
const sqliteCannotOpen = 14
/** When the runtime wraps the cause into another error, only the message contains it. */
const shortageMessage = /too many open files|EMFILE|ENFILE/i

/**
 * Returns true when work failed for lack of file handles, processes or memory. Such an attempt does not
 * count, because the work did not cause the shortage.
 */
export function isResourceShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof code === 'string' && systemCodes.has(code)) return true
  if (typeof errcode === 'number' && (errcode & 0xff) === sqliteCannotOpen) return true
  if (shortageMessage.test(error.message)) return true
  return error instanceof AggregateError
    ? error.errors.some(isResourceShortage)
    : isResourceShortage(error.cause)
}
