import { StoreError } from '../fileStore.ts'

/** The answer of an S3 store that is not a success. */
export class S3Error extends Error {
  override name = 'S3Error'
  readonly status: number
  /** The code in the answer, such as `NoSuchKey`; empty for an answer without one. */
  readonly code: string
  /** How long the store requests to wait, in milliseconds. */
  readonly retryAfterMs: number | null
  /** The text of the answer and its headers, from which the start explains a wrong configuration. */
  readonly answer: { text: string; headers: Readonly<Record<string, string | string[] | undefined>> }
  constructor(
    status: number,
    code: string,
    retryAfterMs: number | null = null,
    answer: S3Error['answer'] = { text: '', headers: {} },
  ) {
    super(`The store of the files answered ${status} ${code}`.trimEnd() + '.')
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
    this.answer = answer
  }
}

/** Codes of errors that an answer of status 200 may have inside. */
const transientCodes: ReadonlySet<string> = new Set(['InternalError', 'ServiceUnavailable', 'SlowDown'])
const fullCodes: ReadonlySet<string> = new Set([
  'InsufficientStorage',
  'QuotaExceeded',
  'StorageFull',
  'XMinioStorageFull',
])

/** The upload, or a part of it, is not there as it was written. */
const lostCodes: ReadonlySet<string> = new Set(['NoSuchUpload', 'InvalidPart', 'InvalidPartOrder'])

const isFull = (error: S3Error) => error.status === 507 || fullCodes.has(error.code)

/** Returns whether the same call may succeed shortly afterwards: 5xx, 429 and broken connections. */
export function isTransient(error: unknown): boolean {
  if (error instanceof S3Error) {
    if (isFull(error) || error.status === 501) return false
    return error.status >= 500 || error.status === 429 || transientCodes.has(error.code)
  }
  return isBroken(error)
}

/** Returns whether an error is one of the connection. They have a code, those of the program have none. */
function isBroken(error: unknown): error is Error & { code: string } {
  return error instanceof Error && typeof (error as { code?: unknown }).code === 'string'
}

/** Translates an error of the client; those of the program and of the caller's stream stay as they are. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error
  if (error instanceof S3Error) {
    if (lostCodes.has(error.code))
      return new StoreError('lost', 'The upload is not in the store.', { cause: error })
    if (isFull(error))
      return new StoreError('full', 'The store of the files has no space left.', { cause: error })
    return new StoreError('unavailable', error.message, { cause: error })
  }
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  if (isTimeout || isBroken(error))
    return new StoreError('unavailable', `The store of the files does not answer: ${error.message}`, {
      cause: error,
    })
  return error
}
