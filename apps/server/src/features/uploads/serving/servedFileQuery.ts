import { sql } from 'kysely'
import type { LinkAccess } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import type { FileRow } from '../../../db/tables/fileTables.ts'

export interface ServedFile {
  id: string
  linkId: string
  kind: FileRow['kind']
  ownerId: string
  name: string
  mediaType: string
  blobId: string
  size: number
  lostAt: number | null
  /** When it was last opened, to the day. */
  openedAt: number | null
  /** True while a job copies its bytes. */
  isArriving: boolean
  /** True when its bytes were encrypted in the browser. */
  isSealed: boolean
  /** Who is signed in with the session or the API key; null for a visitor. */
  personId: string | null
  /** What decides who may read its link. */
  link: LinkAccess
}

/**
 * Returns a file with its bytes or those of its preview, and the person of a session or an API key that are valid now.
 * @param sessionId '' for a visitor
 */
export async function findServedFile(
  db: Queries,
  { id, sessionId, isPreview }: { id: string; sessionId: string; isPreview: boolean },
  now: number,
): Promise<ServedFile | undefined> {
  const { rows } = await sql<
    Omit<ServedFile, 'isArriving' | 'isSealed' | 'link'> & LinkAccess & { state: string; is_sealed: number }
  >`select f.id, f.link_id as "linkId", f.kind, f.owner_id as "ownerId", f.name,
      ${isPreview ? sql`b.media_type` : sql`f.media_type`} as "mediaType",
      b.id as "blobId", b.size, b.lost_at as "lostAt", b.state, f.opened_at as "openedAt",
      case when f.sealed is null then 0 else 1 end as is_sealed,
      coalesce(s."userId", k.owner_id) as "personId",
      l.owner_id, l.collection_id, l.trashed_at, l.is_public, c.trashed_by as "collectionTrashedBy"
    from files f join blobs b on ${isPreview ? sql`b.preview_of = f.blob_id and b.state = 'ready'` : sql`b.id = f.blob_id`}
    join links l on l.id = f.link_id join collections c on c.id = l.collection_id
    left join "session" s on s.id = ${sessionId} and s."expiresAt" > ${now}
    left join api_keys k on k.id = ${sessionId}
    where f.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const name = isPreview ? toPreviewName(row.name) : row.name
  const { state, is_sealed, owner_id, collection_id, trashed_at, is_public, collectionTrashedBy, ...file } =
    row
  const link = { owner_id, collection_id, trashed_at, is_public, collectionTrashedBy }
  return { ...file, name, isArriving: state === 'arriving', isSealed: is_sealed === 1, link }
}

const toPreviewName = (name: string) => `${name.replace(/\.[^.]*$/, '')}.webp`

/** Returns a file of a link by its position, and whether its picture has a preview. */
export async function findFileOfLink(
  db: Queries,
  linkId: string,
  kind: FileRow['kind'],
  position: number,
): Promise<(Pick<FileRow, 'id' | 'name' | 'owner_id' | 'sealed'> & { hasPreview: boolean }) | undefined> {
  const { rows } = await sql<
    Pick<FileRow, 'id' | 'name' | 'owner_id' | 'sealed'> & { has_preview: number }
  >`select f.id, f.name, f.owner_id, f.sealed, case when p.id is null then 0 else 1 end as has_preview
    from files f left join blobs p on p.preview_of = f.blob_id and p.state = 'ready' and p.lost_at is null
    where f.link_id = ${linkId} and f.kind = ${kind} and f.position = ${position}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { has_preview: has, ...file } = row
  return { ...file, hasPreview: has === 1 }
}
