import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { withDescendants } from '../collections/subtreeQuery.ts'

/** The position of a link in the order of a library. */
export interface LibraryPosition {
  created_at: number
  seq: number
}

/** Comes before all links. */
export const libraryStart: LibraryPosition = { created_at: -1, seq: -1 }

export interface CollectionPage extends LibraryPosition {
  id: string
  /** 1 when the link is in the collection or a descendant. */
  is_inside: number
  /** 1 when it has a copy of its present address. */
  has_copy: number
  /** 1 when a copy is requested: by the choice for the link, otherwise by that of its owner. */
  is_wanted: number
}

/**
 * Returns the next live links of an owner, and whether each needs a copy for a collection. It reads a bounded number of
 * links: a collection with few of them may be anywhere in a large library.
 */
export async function listCollectionPages(
  db: Queries,
  { ownerId, collectionId, after }: { ownerId: string; collectionId: string; after: LibraryPosition },
  limit: number,
): Promise<CollectionPage[]> {
  const { rows } = await sql<CollectionPage>`${withDescendants(db, [collectionId], true)}
    select l.created_at, l.seq, l.id,
      case when l.collection_id in (select id from down) then 1 else 0 end as is_inside,
      case when k.state in ('kept', 'off') and k.address = l.address then 1 else 0 end as has_copy,
      case when l.address <> '' and coalesce(k.keep, p.keep_copies) <> 'never' then 1 else 0 end as is_wanted
    from (select created_at, seq, id, collection_id, address, owner_id from links
      where owner_id = ${ownerId} and trashed_at is null and (created_at, seq) > (${after.created_at}, ${after.seq})
      order by created_at, seq limit ${limit}) l
    join people p on p.id = l.owner_id left join copies k on k.link_id = l.id
    order by l.created_at, l.seq`.execute(db)
  return rows
}
