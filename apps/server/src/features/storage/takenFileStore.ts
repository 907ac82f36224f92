import { sql } from 'kysely'
import { bulkRows, insertRows } from '../../db/statements/bulkRows.ts'
import type { CopyRow, CopyVersionRow } from '../../db/tables/copyTables.ts'
import type { Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { type FileKind, type FileRow, isVersionFile } from '../../db/tables/fileTables.ts'
import { deletePageTexts } from '../../db/searchText/pageText.ts'
import { isOldCopy } from './storedFileQuery.ts'

type CopyFacts = Pick<CopyRow, 'page' | 'fault' | 'checked_at'>

/** The version of a page that a removed file belongs to, as `removed_files` stores it. */
export interface RemovedVersion {
  version: CopyVersionRow
  /** What is known about the copies of the link, when all its versions are removed. */
  copy?: CopyFacts
}

export interface TakeOrder {
  links: readonly { seq: number; id: string }[]
  kinds: readonly FileKind[]
  /** Only encrypted files. */
  isSealed?: boolean
  /** Only versions of pages that are not the newest. */
  isOld?: boolean
  /** Only the files with this position: those of the version of a page with this number. */
  position?: number
  undo: string
  now: number
}

/**
 * Removes files of links in a way that can be undone, with the versions of pages that they belong to.
 * @returns the number of files besides posters, and the blobs of all
 */
export async function takeFiles(tx: Tx, order: TakeOrder): Promise<{ count: number; blobs: string[] }> {
  const files = await listTaken(tx, order)
  if (files.length === 0) return { count: 0, blobs: [] }
  const versions = await listVersionsOf(tx, files)
  const emptied = await findEmptied(tx, versions)
  await insertRemoved(tx, files, versions, emptied, order)
  const ids = files.map(file => file.id)
  await sql`delete from files where ${inList(tx, 'id', ids)}`.execute(tx)
  await deleteVersionRows(tx, [...versions.values()])
  await forgetCopies(tx, order.links, emptied)
  const uploaded = files.filter(file => file.kind === 'file').map(file => file.link_id)
  await sql`update links set file_bytes = null where ${inList(tx, 'id', uploaded)}`.execute(tx)
  return {
    count: files.filter(file => file.kind !== 'poster').length,
    blobs: files.map(file => file.blob_id),
  }
}

async function listTaken(tx: Tx, { links, kinds, isSealed, isOld, position }: TakeOrder): Promise<FileRow[]> {
  const ids = links.map(link => link.id)
  const { rows } = await sql<FileRow>`select f.* from files f where ${inList(tx, 'f.link_id', ids)}
    and f.kind in (${sql.join(kinds)}) ${isSealed ? sql`and f.sealed is not null` : sql``}
    ${isOld ? sql`and ${isOldCopy}` : sql``}
    ${position === undefined ? sql`` : sql`and f.position = ${position}`} order by f.id`.execute(tx)
  return rows
}

/** By `toVersionKey`. */
type Versions = ReadonlyMap<string, CopyVersionRow>

/** Returns the key of the version of a page that a file belongs to. Its position is the number of the version. */
export const toVersionKey = ({ link_id: id, position }: Pick<FileRow, 'link_id' | 'position'>) =>
  `${id} ${position}`

async function listVersionsOf(tx: Tx, files: readonly FileRow[]): Promise<Versions> {
  const pages = files.filter(isVersionFile)
  if (pages.length === 0) return new Map()
  const taken = new Set(pages.map(toVersionKey))
  const links = [...new Set(pages.map(file => file.link_id))]
  const rows = await tx
    .selectFrom('copy_versions')
    .selectAll()
    .where(inList(tx, 'link_id', links))
    .execute()
  return new Map(
    rows.flatMap(row => {
      const key = toVersionKey({ link_id: row.link_id, position: row.number })
      return taken.has(key) ? [[key, row]] : []
    }),
  )
}

/** Returns the links all of whose versions are taken, with what is known about their copies. */
async function findEmptied(tx: Tx, versions: Versions): Promise<Map<string, RemovedVersion['copy']>> {
  const taken = Map.groupBy(versions.values(), version => version.link_id)
  if (taken.size === 0) return new Map()
  const { rows } = await sql<{ id: string; n: number } & CopyFacts>`
    select v.link_id as id, count(*) as n, coalesce(min(k.page), 'same') as page, min(k.fault) as fault, min(k.checked_at) as checked_at
    from copy_versions v left join copies k on k.link_id = v.link_id
    where ${inList(tx, 'v.link_id', [...taken.keys()])} group by v.link_id`.execute(tx)
  return new Map(
    rows.flatMap(({ id, n, ...copy }) => (n === taken.get(id)?.length ? [[id, copy] as const] : [])),
  )
}

async function insertRemoved(
  tx: Tx,
  files: readonly FileRow[],
  versions: Versions,
  emptied: ReadonlyMap<string, RemovedVersion['copy']>,
  { undo, now }: TakeOrder,
): Promise<void> {
  const toVersion = (file: FileRow): string | null => {
    const version = isVersionFile(file) && versions.get(toVersionKey(file))
    if (!version) return null
    const copy = emptied.get(file.link_id)
    return JSON.stringify({ version, ...(copy && { copy }) } satisfies RemovedVersion)
  }
  const rows = files.map(file => {
    const { id, owner_id, link_id, position, kind, blob_id } = file
    const row = { id, undo, owner_id, link_id, position, kind, blob_id, row: JSON.stringify(file) }
    return { ...row, removed_at: now, version: toVersion(file) }
  })
  await insertRows(tx, 'removed_files', rows).execute(tx)
  // One file of the newest version carries the text of the page.
  const carriers = new Map<string, FileRow>()
  for (const file of files) {
    if (!isVersionFile(file) || !emptied.has(file.link_id)) continue
    const known = carriers.get(file.link_id)
    if (!known || file.position > known.position) carriers.set(file.link_id, file)
  }
  if (carriers.size === 0) return
  await sql`update removed_files set page_text = (select t.text from page_texts t join links l on l.seq = t.link_seq
      where l.id = removed_files.link_id)
    where ${inList(
      tx,
      'id',
      [...carriers.values()].map(file => file.id),
    )}`.execute(tx)
}

async function deleteVersionRows(tx: Tx, versions: readonly CopyVersionRow[]): Promise<void> {
  if (versions.length === 0) return
  const rows = versions.map(({ link_id: id, number }) => [id, number])
  await sql`delete from copy_versions where exists (select 1 from
    (with d(id, number) as (${bulkRows(tx, ['text', 'int'], rows)}) select * from d) d
    where d.id = copy_versions.link_id and d.number = copy_versions.number)
    and ${inList(tx, 'link_id', [...new Set(versions.map(version => version.link_id))])}`.execute(tx)
}

/** Records that links have no copy any more. Their pages are not searched. */
async function forgetCopies(
  tx: Tx,
  links: TakeOrder['links'],
  emptied: ReadonlyMap<string, unknown>,
): Promise<void> {
  if (emptied.size === 0) return
  await deletePageTexts(
    tx,
    links.filter(link => emptied.has(link.id)).map(link => link.seq),
  )
  await sql`update copies set state = 'none', fault = null, page = 'same', checked_at = null
    where ${inList(tx, 'link_id', [...emptied.keys()])}`.execute(tx)
}
