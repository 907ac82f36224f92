import { sql } from 'kysely'
import type { Queries } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { byDate } from '../../links/store.ts'

/** The stored article of the page of a link, in its newest version. */
export interface StoredArticle {
  owner_id: string
  /** The title of the link. */
  title: string
  address: string
  byline: string
  site_name: string
  lang: string
  dir: 'ltr' | 'rtl'
  blob_id: string
  /** Stored bytes. */
  size: number
}

/** Returns the stored articles of links in plain text, in the order of the links by date. */
export async function listArticles(db: Queries, seqs: readonly number[]): Promise<StoredArticle[]> {
  if (seqs.length === 0) return []
  const { rows } = await sql<StoredArticle>`
    select l.owner_id, l.title, l.address, v.byline, v.site_name, v.lang, v.dir, b.id as blob_id, b.size
    from links l join files f on f.link_id = l.id and f.kind = 'reader' and f.sealed is null
    join copy_versions v on v.link_id = l.id and v.number = f.position
    join blobs b on b.id = f.blob_id and b.state = 'ready'
    where ${inList(db, 'l.seq', seqs)} and l.key_id is null and not exists (
      select 1 from files g where g.link_id = l.id and g.kind = 'reader' and g.position > f.position)
    order by l.created_at, l.seq`.execute(db)
  return rows
}

/** A stored article of a catalogue. */
export interface CatalogArticle extends Pick<StoredArticle, 'title' | 'address' | 'byline' | 'site_name'> {
  /** Of the link. */
  id: string
  descr: string
  kept_at: number
}

/** Returns the stored articles of the links directly in a collection, the newest link first. */
export async function newestArticles(
  db: Queries,
  collectionId: string,
  limit: number,
): Promise<CatalogArticle[]> {
  const { rows } = await sql<CatalogArticle>`
    select l.id, l.title, l.address, l.descr, v.byline, v.site_name, v.kept_at
    from links l join files f on f.link_id = l.id and f.kind = 'reader' and f.sealed is null
    join copy_versions v on v.link_id = l.id and v.number = f.position
    where l.collection_id = ${collectionId} and l.trashed_at is null and l.key_id is null and not exists (
      select 1 from files g where g.link_id = l.id and g.kind = 'reader' and g.position > f.position)
    order by ${byDate(1, 'l.')} limit ${sql.lit(limit)}`.execute(db)
  return rows
}
