import { refuse } from '../access/refuse.ts'
import type { Events } from './events.ts'

/** For programs without clients: changes are not published. */
export const disabledEvents: Events = {
  publish: () => undefined,
  sessionsEnded: () => undefined,
  openStream: () => refuse('server.unavailable'),
  removeStream: () => undefined,
  close: async () => undefined,
}
