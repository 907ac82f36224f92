import * as z from 'zod/mini'
import { operation, type Topic } from './operation.ts'

/** What the stream says first: what was touched since the caller last heard of it; 'all' when that is not known. */
export interface EventHello {
  missed: readonly Topic[] | 'all'
}

/** Somebody has changed something that the caller may see. */
export interface EventChanged {
  topics: readonly Topic[]
  /** The window whose deed it was, as its calls named it in the header `nestmark-window`; null for jobs. */
  by: string | null
}

/** The header by which a window names itself, so that it knows its own deeds when the stream tells of them. */
export const windowHeader = 'nestmark-window'

/** Seconds between two signs of life; a reader that hears nothing for three times as long begins anew. */
export const eventBeat = 15

export const eventStream = operation({
  path: 'events',
  method: 'GET',
  summary:
    'Server-sent events, for as long as one listens: `hello` {missed}, `changed` {topics, by} after every change by another window, ' +
    'person or job, `end` when the session is over. Every id can be sent back as `since` after an interruption; without one, `age` ' +
    '(milliseconds) says how old the oldest thing is that one knows. The pages of what a topic touches are then asked for again.',
  access: 'account',
  transport: 'stream',
  input: z.object({
    since: z.optional(z.string().check(z.maxLength(60))),
    age: z.optional(z.coerce.number().check(z.minimum(0))),
  }),
  output: z.string(),
  errors: ['request.tooMany', 'server.unavailable'],
})
