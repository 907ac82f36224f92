import type { Queries, Tx } from '../../../db/db.ts'
import { lockLink, fillFields } from '../../links/filling/fillStore.ts'
import { insertPicture } from '../../uploads/previews/pictureStore.ts'
import type { Pictures } from '../../../media/mediaTasks.ts'

/** A link with the address of a picture that is not stored yet. */
export interface MissingPicture {
  seq: number
  id: string
  source: string
}

/**
 * Returns the next links of a library whose pictures have only an address, in the order of their sequence numbers; not
 * those in the trash.
 * @param range the sequence numbers, without `after`
 */
export async function listMissingPictures(
  db: Queries,
  ownerId: string,
  { after, upTo }: { after: number; upTo: number },
  limit: number,
): Promise<MissingPicture[]> {
  return db
    .selectFrom('links as l')
    .innerJoin('collections as c', 'c.id', 'l.collection_id')
    .select(['l.seq', 'l.id', 'l.picture_source as source'])
    .where('l.seq', '>', after)
    .where('l.seq', '<=', upTo)
    .where('l.owner_id', '=', ownerId)
    .where('l.picture_source', 'is not', null)
    .where('l.picture_id', 'is', null)
    .where('l.key_id', 'is', null)
    .where('l.trashed_at', 'is', null)
    .where('c.trashed_by', 'is', null)
    .orderBy('l.seq')
    .limit(limit)
    .$narrowType<{ source: string }>()
    .execute()
}

/** Stores the picture of a link, unless the link has changed since it was listed. */
export async function storeMissingPicture(
  tx: Tx,
  { id, source }: MissingPicture,
  pictures: Pictures,
  now: number,
): Promise<void> {
  const link = await lockLink(tx, id)
  if (!link || link.picture_source !== source || link.picture_id !== null || link.key_id !== null) return
  await fillFields(tx, link.seq, { picture_id: await insertPicture(tx, link.owner_id, pictures, now) })
}
