import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Lists words of more than 40 letters too. A job adds those of existing links (`indexWords`). */
export const migration: Migration = {
  name: '101-longWords',
  statements: () => [],
  after: async tx => {
    await sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, run_after, created_at)
      select 'indexWords ' || id, id, 'indexWords', 'indexWords', id, '{"after":0}', 0, 0
      from people p where exists (select 1 from links l where l.owner_id = p.id)`.execute(tx)
  },
}
