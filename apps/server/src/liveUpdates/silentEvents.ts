import { refuse } from '../access/refuse.ts'
import type { Events } from './events.ts'

/** For programs without clients: changes are not published. */
export const silentEvents: Events = {
  announce: () => undefined,
  sessionsEnded: () => undefined,
  admit: () => refuse('server.unavailable'),
  leave: () => undefined,
  close: async () => undefined,
}
