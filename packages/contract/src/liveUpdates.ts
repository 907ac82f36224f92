import * as z from 'zod/mini'
import { operation, type Topic } from './operation.ts'

/** The first event of the stream: the topics touched since the caller's last event; 'all' when they are unknown. */
export interface EventHello {
  missed: readonly Topic[] | 'all'
}

/** A change by another window, person or job to data that the caller may see. */
export interface EventChanged {
  topics: readonly Topic[]
  /** The window that made the change, from the `nestmark-window` header of its calls; null for jobs. */
  by: string | null
}

/** The header with the id of a window. With it, a window recognises its own changes in the stream. */
export const windowHeader = 'nestmark-window'

/** Seconds between heartbeats. A client that receives nothing for three times as long reconnects. */
export const heartbeatSeconds = 15

export const streamEvents = operation({
  path: 'events',
  method: 'GET',
  summary:
    'Streams server-sent events until the client disconnects: `hello` {missed}, `changed` {topics, by} after every change by another window, ' +
    'person or job, and `end` when the session is over. After an interruption, send the id of the last event as `since`. Without an id, send `age`: ' +
    'the age in milliseconds of the oldest cached data. Clients fetch the data of the touched topics again.',
  access: 'account',
  transport: 'stream',
  input: z.object({
    since: z.optional(z.string().check(z.maxLength(60))),
    age: z.optional(z.coerce.number().check(z.minimum(0))),
  }),
  output: z.string(),
  errors: ['request.tooMany', 'server.unavailable'],
})
