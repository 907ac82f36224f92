import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Adds emoji to the search index. A job does it after the start, because it reads all links. */
export const migration: Migration = {
  name: '037-emojiSearch',
  statements: () => [],
  after: async tx => {
    await sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, run_after, created_at)
      select 'indexEmoji', null, 'indexEmoji', 'indexEmoji', '', '{"after":0}', 0, 0
      where exists (select 1 from links)`.execute(tx)
  },
}
