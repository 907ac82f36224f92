import type { streamEvents as streamEventsCall } from '@nestmark/contract/liveUpdates'
import type { Actor } from '../../access/actor.ts'
import { StreamReply } from '../../calls/replies.ts'
import type { Handler } from '../../calls/route.ts'

/** Streams changes to the caller, until one side disconnects or the session ends. */
export const streamEvents: Handler<typeof streamEventsCall, Actor> = async (
  { actor, services: { events } },
  input,
) =>
  new StreamReply(
    (sink, onAccepted) => events.openStream({ ...actor, ...input }, sink, onAccepted),
    events.removeStream,
  )
