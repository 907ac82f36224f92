import type { eventStream } from '@nestmark/contract/liveUpdates'
import type { Actor } from '../../access/actor.ts'
import { type Handler, StreamReply } from '../../http/implement.ts'

/** Streams changes to the caller, until one side disconnects or the session ends. */
export const listen: Handler<typeof eventStream, Actor> = async ({ actor, services: { events } }, input) =>
  new StreamReply(events.admit({ ...actor, ...input }), events.leave)
