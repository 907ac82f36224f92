import type { Actor } from '../access/actor.ts'
import type { EveryLink } from '@nestmark/contract/shapes'
import type { LinkFormat } from '@nestmark/core/linkFormats/linkFormats'
import type { Config } from '../configuration/config.ts'

/** The start data of a reader thread. */
export interface ReaderStart {
  config: Config
}

/** One call of an operation, as sent to a reader thread. */
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

/** A part of what a person may read. */
export interface ExportedPart {
  actor: Actor
  title: string
  /** Only the links directly in the collection. */
  isFlat?: boolean
  /** Chosen links, or those of a list or search, in place of a collection. */
  ids?: readonly string[]
  set?: { every: EveryLink; except: readonly string[] }
}

/** A file that a reader thread generates in chunks. */
export interface ReadFile {
  /** The name of the file's generator. */
  file: string
  ownerId: string
  rootId: string
  /** Who reads it: the owner, a member, or '' for a visitor. A file of a collection starts with the collection itself. */
  readerId: string
  /** The time of the order in milliseconds since 1970, for files that name it. */
  at?: number
  /** The position in a list: its last id so far. */
  after?: string
  /** The format of a file that exists in several. */
  format?: LinkFormat
  /** A part of a library, or of what others share. */
  part?: ExportedPart
}

/** A request without the id that the sender gives it. */
export type ReaderRequestBody =
  | { kind: 'call'; call: ReadCall }
  | { kind: 'open'; file: ReadFile }
  /** Requests the next chunk of the file that was opened by the request `of`. */
  | { kind: 'pull'; of: number }
  | { kind: 'close'; of: number }
export type ReaderRequest = { id: number } & ReaderRequestBody

/** An error that is sent between threads. */
export interface SerializedError {
  /** Set when the call was refused, with the error code. */
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
  /** The number of its database statements. */
  statements: number
  error?: SerializedError
  /** The body of a response, or a chunk of a file. */
  bytes?: Uint8Array
  /** HTTP status of the body. */
  status?: number
  /** True when the response contains only data of the caller, or shared with them by name. */
  isOwn?: boolean
  /** True for the last chunk of a file. */
  ended?: boolean
}
