import { sql } from 'kysely'
import type { Queries } from '../../../db/db.ts'
import { readNumbers } from '../../../db/statements/readRow.ts'

/** Returns the number of a person's links, collections, shared collections, files and highlights, the trash included. */
export function countContents(db: Queries, personId: string) {
  return readNumbers(
    db,
    sql<Record<'links' | 'collections' | 'shares' | 'files' | 'highlights', number>>`select
      (select count(*) from links where owner_id = ${personId}) as links,
      (select count(*) from collections where owner_id = ${personId} and parent_id is not null) as collections,
      (select count(*) from collections c where c.owner_id = ${personId} and (c.read_level = 3
        or exists (select 1 from shares s where s.collection_id = c.id))) as shares,
      (select count(*) from files where owner_id = ${personId} and kind = 'file') as files,
      (select count(*) from highlights where owner_id = ${personId}) as highlights`,
  )
}
