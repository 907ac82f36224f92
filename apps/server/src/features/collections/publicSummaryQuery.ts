import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'

/** Returns the number of members who may add to any of these collections. */
export async function countWriters(db: Queries, ids: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('shares')
    .select(({ fn }) => fn.count<number | string>('person_id').distinct().as('n'))
    .where(inList(db, 'collection_id', ids))
    .where('may_write', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(n)
}
