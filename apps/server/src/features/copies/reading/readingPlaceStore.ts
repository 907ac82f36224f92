import type { ReadingPlace } from '@nestmark/contract/reading/readingPlace'
import { sql } from 'kysely'
import type { ReadingPlaceRow } from '../../../db/tables/copyTables.ts'
import type { Queries, Tx } from '../../../db/db.ts'

/** Returns where a person reads in the copy of a page; null when they never did. */
export async function findReadingPlace(
  db: Queries,
  personId: string,
  linkId: string,
): Promise<ReadingPlace | null> {
  const row = await db
    .selectFrom('reading_places')
    .select(['version', 'char_offset as offset', 'read_at'])
    .where('person_id', '=', personId)
    .where('link_id', '=', linkId)
    .executeTakeFirst()
  return row ?? null
}

/** Stores a place, unless a later one is stored. */
export async function putReadingPlace(tx: Tx, place: ReadingPlaceRow): Promise<void> {
  const { version, char_offset, read_at } = place
  await tx
    .insertInto('reading_places')
    .values(place)
    .onConflict(conflict =>
      conflict
        .columns(['person_id', 'link_id'])
        .doUpdateSet({ version, char_offset, read_at })
        .where(sql<boolean>`reading_places.read_at <= ${read_at}`),
    )
    .execute()
}
