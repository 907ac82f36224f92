import type { Readable } from 'node:stream'
import type { Operation, Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../access/actor.ts'
import type { KeyedCall } from '../access/requestKeys.ts'
import type { EventStream, Sink } from '../liveUpdates/stream.ts'
import type { Services } from '../services.ts'
import type { Upload } from './upload.ts'

/** One call as a feature sees it: who, and the services. Nothing of HTTP is left but what a rule needs. */
export interface Call<Who = Actor> {
  actor: Who
  services: Services
  /** The bearer token as it was sent. */
  token: string | null
  /** Address of the caller, for limits alone. */
  ip: string
  /** Two letters of the country, as the header says that the operator trusts; '' without one. */
  country?: string
  idempotencyKey: string | null
  /** What the key is compared by when it comes a second time; absent without one. */
  callHash?: string
  /** The multipart body of an operation whose transport is 'upload'. */
  upload(maxBytes: number): Promise<Upload>
}

export type Handler<Op, Who> = (call: Call<Who>, input: Parsed<Op>) => Promise<Reply<Op>>
type Reply<Op> = Output<Op> | OwnAnswer<Output<Op>> | WithStatus<Output<Op>> | FileReply | StreamReply

/** Data that holds nothing but what is the caller's own, or shared with them by name. It may be cached for longer. */
export class OwnAnswer<T> {
  readonly data: T
  constructor(data: T) {
    this.data = data
  }
}

/** Data with another status or message than 200 'OK'. */
export class WithStatus<T> {
  readonly data: T
  readonly status: number
  readonly message: string
  constructor(data: T, status: number, message: string) {
    this.data = data
    this.status = status
    this.message = message
  }
}

/** A file instead of a JSON answer. */
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

/** A call that stays open: who tells something begins when the connection is ready, and is told when it is gone. */
export class StreamReply {
  readonly begin: (sink: Sink) => EventStream
  readonly leave: (stream: EventStream) => void
  constructor(begin: (sink: Sink) => EventStream, leave: (stream: EventStream) => void) {
    this.begin = begin
    this.leave = leave
  }
}

export interface Route {
  op: Operation
  handle: (call: Call<Actor | null>, input: unknown) => Promise<unknown>
  heavy: Heavy<never>
  longAnswer: Heavy<never>
  flushMeter: boolean
  isOwn: boolean
}

/** Says which inputs a call has this property with. */
type Heavy<In> = boolean | ((input: In) => boolean)

interface RouteOptions<Op> {
  /** True when the call reads what grows with the library: it takes the caller's share, on SQLite in a reader thread. */
  heavy?: Heavy<Parsed<Op>>
  /** True when the answer of such a call grows, too: a reader thread makes it on PostgreSQL as well. */
  longAnswer?: Heavy<Parsed<Op>>
  /** True when a reader thread needs what was counted of the bandwidth: it is written down first. */
  flushMeter?: boolean
  /** True when every answer is an `OwnAnswer`. */
  isOwn?: boolean
}

/** Returns what an action has returned, and whether it is an `OwnAnswer`. */
export function ownAnswer({ isOwn }: Route, returned: unknown): { result: unknown; isOwn: boolean } {
  if (returned instanceof OwnAnswer) return { result: returned.data, isOwn: true }
  return { result: returned, isOwn }
}

/** True when the call of this input may read a whole library. */
export function isHeavy({ heavy }: Route, input: unknown): boolean {
  return holds(heavy, input)
}

/** True when the answer of such a call grows with the library. */
export function hasLongAnswer({ longAnswer }: Route, input: unknown): boolean {
  return holds(longAnswer, input)
}

function holds(property: Heavy<never>, input: unknown): boolean {
  return typeof property === 'function' ? property(input as never) : property
}

/** Joins an operation of the contract with the action that does it; only signed-in people get there. */
export function implement<Op extends Operation>(
  op: Op,
  handle: Handler<Op, Actor>,
  { heavy = false, longAnswer = false, flushMeter = false, isOwn = false }: RouteOptions<Op> = {},
): Route {
  return { op, handle: handle as Route['handle'], heavy, longAnswer, flushMeter, isOwn }
}

/** The same for operations that visitors may call: the actor is null without a token. */
export function implementOpen<Op extends Operation>(
  op: Op,
  handle: Handler<Op, Actor | null>,
  { heavy = false, longAnswer = false, flushMeter = false, isOwn = false }: RouteOptions<Op> = {},
): Route {
  return { op, handle: handle as Route['handle'], heavy, longAnswer, flushMeter, isOwn }
}

/** What is noted of a call with a key; null without one. */
export function keyedCall({ actor, services, idempotencyKey: key, callHash }: Call): KeyedCall | null {
  return key === null || callHash === undefined
    ? null
    : { personId: actor.personId, key, callHash, at: services.now() }
}
