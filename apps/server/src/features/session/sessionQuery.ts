import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'

/** Returns whether a session, or an API key, of this person is valid now. */
export async function hasSession(db: Queries, id: string, personId: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "session" where id = ${id} and "userId" = ${personId} and "expiresAt" > ${now}
    union all select 1 from api_keys where id = ${id} and owner_id = ${personId}`.execute(db)
  return rows.length > 0
}
