import { sql } from 'kysely'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Tx } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'

/** The fields of a copied link besides those that an import writes. */
export interface CopiedExtra {
  /** The sequence number of the copy. */
  seq: number
  pictureId: string | null
  player: string
  isScraped: number
}

/** Copies the pictures of links to their new owner and writes the fields that the page of the address filled. */
export async function writeExtras(
  tx: Tx,
  ownerId: string,
  extras: readonly CopiedExtra[],
  at: number,
): Promise<void> {
  const withPicture = extras.flatMap(({ seq, pictureId }) =>
    pictureId === null ? [] : [{ seq, from: pictureId, id: newId() }],
  )
  if (withPicture.length > 0) {
    const pairs = withPicture.map(each => [each.from, each.id])
    await sql`insert into pictures (id, owner_id, width, height, large, small, created_at)
      select v.id, ${ownerId}, p.width, p.height, p.large, p.small, ${at}
      from (with d(source, id) as (${bulkRows(tx, ['text', 'text'], pairs)}) select * from d) v
      join pictures p on p.id = v.source`.execute(tx)
  }
  const copies = new Map(withPicture.map(each => [each.seq, each.id]))
  const rows = extras
    .filter(each => each.pictureId !== null || each.player !== '' || each.isScraped === 1)
    .map(each => [each.seq, copies.get(each.seq) ?? null, each.player, each.isScraped])
  if (rows.length === 0) return
  // On PostgreSQL a picture may have been replaced since the links were read; it has no copy then.
  await sql`update links set player = v.player, is_scraped = v.scraped,
      picture_id = (select id from pictures where id = v.picture)
    from (with d(seq, picture, player, scraped) as (${bulkRows(tx, ['int', 'text', 'text', 'int'], rows)}) select * from d) v
    where links.seq = v.seq`.execute(tx)
}
