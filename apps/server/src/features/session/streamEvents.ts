import * as contract from '@nestmark/contract/liveUpdates'
import { StreamReply } from '../../calls/replies.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'

/** Streams changes to the caller, until one side disconnects or the session ends. */
export const streamEvents = action(
  contract.streamEvents,
  async ({ actor, services: { events } }: CallWith<'events'>, input) =>
    new StreamReply(
      (sink, onAccepted) => events.openStream({ ...actor, ...input }, sink, onAccepted),
      events.removeStream,
    ),
)
