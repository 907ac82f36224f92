import type { Readable } from 'node:stream'
import type { EventStream, Sink } from '../liveUpdates/stream.ts'

/** Data of the caller, or shared with them by name. It can be cached longer. */
export class OwnDataReply<T> {
  readonly data: T
  constructor(data: T) {
    this.data = data
  }
}

/** Rows by column. */
export type ReplyRows = readonly object[]

/**
 * Data that follow from these rows, the caller and the input alone. While a caller gets the same rows again, the earlier
 * response is sent again.
 */
export class RowsReply<T> {
  readonly rows: ReplyRows
  readonly present: () => T
  constructor(rows: ReplyRows, present: () => T) {
    this.rows = rows
    this.present = present
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
