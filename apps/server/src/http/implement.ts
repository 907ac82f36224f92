import type { Readable } from 'node:stream'
import type { Operation, Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../access/actor.ts'
import type { IdempotentCall } from '../access/idempotencyKeys.ts'
import type { EventStream, Sink } from '../liveUpdates/stream.ts'
import type { Services } from '../services.ts'
import type { Upload } from './upload.ts'

/** One call, independent of HTTP: the caller and the services. */
export interface Call<Who = Actor> {
  actor: Who
  services: Services
  /** The bearer token of the request. */
  token: string | null
  /** Address of the caller, used for limits only. */
  ip: string
  /** Two-letter country code from the header that the operator trusts; '' without one. */
  country?: string
  idempotencyKey: string | null
  /** Fingerprint of the call, compared when the key is used again; absent without a key. */
  callHash?: string
  /** The multipart body of an operation whose transport is 'upload'. */
  upload(maxBytes: number): Promise<Upload>
}

export type Handler<Op, Who> = (call: Call<Who>, input: Parsed<Op>) => Promise<Reply<Op>>
type Reply<Op> =
  | Output<Op>
  | OwnDataReply<Output<Op>>
  | StatusReply<Output<Op>>
  | JsonReply<Output<Op>>
  | FileReply
  | StreamReply

/** Data of the caller, or shared with them by name. It can be cached longer. */
export class OwnDataReply<T> {
  readonly data: T
  constructor(data: T) {
    this.data = data
  }
}

/** Data with a status or message other than 200 'OK'. */
export class StatusReply<T> {
  readonly data: T
  readonly status: number
  readonly message: string
  constructor(data: T, status: number, message: string) {
    this.data = data
    this.status = status
    this.message = message
  }
}

/** A list whose items the database has made as JSON, and that are sent as they are. */
export class JsonReply<T> {
  /** Keeps replies of different data apart. */
  declare readonly data: T
  readonly items: readonly string[]
  constructor(items: readonly string[]) {
    this.items = items
  }
}

/** A file as the response. */
export class FileReply {
  readonly stream: Readable
  readonly name: string
  readonly type: string
  constructor(stream: Readable, name: string, type: string) {
    this.stream = stream
    this.name = name
    this.type = type
  }
}

/** Opens a stream, or refuses it before `onAccepted` runs. */
type OpenStream = (sink: Sink, onAccepted: () => void) => EventStream

/** A streamed response: `open` runs when the connection is ready, `close` when it is closed. */
export class StreamReply {
  readonly open: OpenStream
  readonly close: (stream: EventStream) => void
  constructor(open: OpenStream, close: (stream: EventStream) => void) {
    this.open = open
    this.close = close
  }
}

export interface Route {
  op: Operation
  handle: (call: Call<Actor | null>, input: unknown) => Promise<unknown>
  heavy: Heavy<never>
  longResponse: Heavy<never>
  flushesMeter: boolean
  isOwn: boolean
}

/** The operations of a feature, as the API page shows them. */
export interface RouteGroup {
  title: string
  routes: readonly Route[]
}

/** A property of a call, either fixed or depending on its input. */
type Heavy<In> = boolean | ((input: In) => boolean)

interface RouteOptions<Op> {
  /**
   * True when the call reads data that grows with the library: it runs within the caller's share, on SQLite
   * in a reader thread.
   */
  heavy?: Heavy<Parsed<Op>>
  /** True when the response grows too: it is created in a reader thread on PostgreSQL as well. */
  longResponse?: Heavy<Parsed<Op>>
  /** True when a reader thread needs the measured bandwidth: it is stored first. */
  flushesMeter?: boolean
  /** True when every response is an `OwnDataReply`. */
  isOwn?: boolean
}

/** Unwraps the result of an action, and returns whether it is an `OwnDataReply`. */
export function unwrapOwnData({ isOwn }: Route, returned: unknown): { result: unknown; isOwn: boolean } {
  if (returned instanceof OwnDataReply) return { result: returned.data, isOwn: true }
  return { result: returned, isOwn }
}

/** Returns true when the call with this input may read an entire library. */
export function isHeavy({ heavy }: Route, input: unknown): boolean {
  return evaluate(heavy, input)
}

/** Returns true when the response of such a call grows with the library. */
export function hasLongResponse({ longResponse }: Route, input: unknown): boolean {
  return evaluate(longResponse, input)
}

function evaluate(property: Heavy<never>, input: unknown): boolean {
  return typeof property === 'function' ? property(input as never) : property
}

/** Connects an operation of the contract with its action, for signed-in people only. */
export function implement<Op extends Operation>(
  op: Op,
  handle: Handler<Op, Actor>,
  { heavy = false, longResponse = false, flushesMeter = false, isOwn = false }: RouteOptions<Op> = {},
): Route {
  return { op, handle: handle as Route['handle'], heavy, longResponse, flushesMeter, isOwn }
}

/** The same for operations open to visitors: the actor is null without a token. */
export function implementOpen<Op extends Operation>(
  op: Op,
  handle: Handler<Op, Actor | null>,
  { heavy = false, longResponse = false, flushesMeter = false, isOwn = false }: RouteOptions<Op> = {},
): Route {
  return { op, handle: handle as Route['handle'], heavy, longResponse, flushesMeter, isOwn }
}

/** Returns the record of a call with an idempotency key; null without one. */
export function toIdempotentCall({
  actor,
  services,
  idempotencyKey: key,
  callHash,
}: Call): IdempotentCall | null {
  return key === null || callHash === undefined
    ? null
    : { personId: actor.personId, key, callHash, at: services.now() }
}
