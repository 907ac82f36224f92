import type { Actor } from '../access/actor.ts'
import type { Config } from '../config.ts'

/** What a reader thread is started with. */
export interface ReaderStart {
  config: Config
}

/** One call of an operation, as a reader thread needs it. */
export interface ReadCall {
  /** Path of the operation in the contract. */
  path: string
  /** The input, parsed by the contract's schema. */
  input: unknown
  actor: Actor | null
  ip: string
  /** The time of the call in milliseconds since 1970. */
  at: number
}

/** A file that a reader thread makes piece by piece. */
export interface ReadFile {
  /** Names the maker of the file. */
  file: string
  ownerId: string
  rootId: string
}

export type ReaderRequest = { id: number } & (
  | { kind: 'call'; call: ReadCall }
  | { kind: 'open'; file: ReadFile }
  /** Asks for the next piece of the file that was opened by the request `of`. */
  | { kind: 'pull'; of: number }
  | { kind: 'close'; of: number }
)

/** An error as it crosses from one thread to another. */
export interface SentError {
  /** Set where the call was refused; the code says why. */
  refused?: { code: string; fields: { path: string; code: string }[]; data: unknown; retryAfter?: number }
  name: string
  message: string
  stack?: string
  /** Code of the database or of the operating system. */
  code?: unknown
  errcode?: unknown
}

export interface ReaderAnswer {
  id: number
  /** How many statements were sent to the database for it. */
  statements: number
  error?: SentError
  /** The body of an answer, or a piece of a file. */
  bytes?: Uint8Array
  /** HTTP status of the body. */
  status?: number
  /** True when the answer holds nothing but what is the caller's own, or shared with them by name. */
  isOwn?: boolean
  /** True with the last piece of a file. */
  ended?: boolean
}
