import type { Readable } from 'node:stream'
import type { Operation, Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../access/actor.ts'
import type { EventStream, Sink } from '../events/stream.ts'
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
  /** The multipart body of an operation whose transport is 'upload'. */
  upload(maxBytes: number): Promise<Upload>
}

export type Handler<Op, Who> = (call: Call<Who>, input: Parsed<Op>) => Promise<Reply<Op>>
type Reply<Op> = Output<Op> | WithStatus<Output<Op>> | FileReply | StreamReply

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
}

/** Joins an operation of the contract with the action that does it; only signed-in people get there. */
export function implement<Op extends Operation>(op: Op, handle: Handler<Op, Actor>): Route {
  return { op, handle: handle as Route['handle'] }
}

/** The same for operations that visitors may call: the actor is null without a token. */
export function implementOpen<Op extends Operation>(op: Op, handle: Handler<Op, Actor | null>): Route {
  return { op, handle: handle as Route['handle'] }
}
