import { type ErrorCode, errorStatus } from '@nestmark/contract/errors'

/** A refusal by its error code. The contract defines the status, the texts the message; `data` is sent to the caller. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: { path: string; code: ErrorCode }[]
  readonly data: unknown
  /** Seconds after which the caller may retry. */
  readonly retryAfter: number | undefined
  /** Replaces the sentence of the code; undefined for the usual one. */
  readonly sentence: string | undefined

  constructor(code: ErrorCode, more: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.status = errorStatus[code]
    this.fields = more.fields ?? []
    this.data = more.data ?? null
    this.retryAfter = more.retryAfter
    this.sentence = more.sentence
  }
}

export interface RefusalDetails {
  fields?: { path: string; code: ErrorCode }[]
  data?: unknown
  retryAfter?: number
  /** A sentence with details, such as the extension of a file. */
  sentence?: string
}

/**
 * Rejects the call.
 * @throws Refused always
 */
export function refuse(code: ErrorCode, more?: RefusalDetails): never {
  throw new Refused(code, more)
}
