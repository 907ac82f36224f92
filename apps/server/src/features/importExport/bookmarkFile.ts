import {
  bookmarkFileFooter,
  bookmarkFileHeader,
  folderClose,
  folderOpen,
  link as linkText,
} from '@nestmark/core/bookmarkFiles/writer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { CollectionRow } from '../../db/tables.ts'
import { byDate, type ListedLink, listLinks, parseTags } from '../links/store.ts'

const linksAtOnce = 500

type Folder = Pick<CollectionRow, 'id' | 'parent_id' | 'name' | 'descr' | 'created_at' | 'updated_at'> & {
  fav: number
}

/** Yields the bookmark file of a person's library, piece by piece. */
export async function* bookmarkFile(db: Db, ownerId: string, rootId: string): AsyncGenerator<string> {
  const inside = await foldersByParent(db, ownerId)
  yield bookmarkFileHeader('Nestmark')
  yield* readLinks(db, ownerId, rootId, 0)
  // An explicit stack instead of recursion: a deep tree must not overflow the call stack.
  const open: { folders: Folder[]; at: number }[] = [{ folders: inside.get(rootId) ?? [], at: 0 }]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const folder = top.folders[top.at++]
    const depth = open.length - 1
    if (!folder) {
      open.pop()
      if (depth > 0) yield folderClose(depth - 1)
      continue
    }
    yield folderOpen(
      {
        name: folder.name,
        note: folder.descr,
        added: folder.created_at,
        changed: folder.updated_at,
        favourite: folder.fav === 1,
      },
      depth,
    )
    yield* readLinks(db, ownerId, folder.id, depth + 1)
    open.push({ folders: inside.get(folder.id) ?? [], at: 0 })
  }
  yield bookmarkFileFooter()
}

async function foldersByParent(db: Db, ownerId: string): Promise<Map<string, Folder[]>> {
  const { rows } = await sql<Folder>`
    select c.id, c.parent_id, c.name, c.descr, c.created_at, c.updated_at, case when f.person_id is null then 0 else 1 end as fav
    from collections c
    left join favourite_collections f on f.collection_id = c.id and f.person_id = ${ownerId}
    where c.owner_id = ${ownerId} and c.trashed_by is null and c.parent_id is not null
    order by c.position, c.created_at, c.id`.execute(db.read)
  return Map.groupBy(rows, row => row.parent_id!)
}

async function* readLinks(
  db: Db,
  ownerId: string,
  collectionId: string,
  depth: number,
): AsyncGenerator<string> {
  let after: RawBuilder<unknown> = sql``
  for (;;) {
    const rows = await listLinks(db.read, {
      personId: ownerId,
      seqs: sql`select seq from links where collection_id = ${collectionId} and trashed_at is null ${after}
        order by ${byDate(2)} limit ${linksAtOnce}`,
      orderBy: byDate(2, 'l.'),
    })
    if (rows.length > 0) yield rows.map(row => linkText(toBookmark(row), depth)).join('')
    const last = rows.at(-1)
    if (!last || rows.length < linksAtOnce) return
    // The cursor of the next page: an offset would cost more with each page.
    after = sql`and (created_at, seq) > (${last.created_at}, ${last.seq})`
  }
}

function toBookmark(row: ListedLink) {
  return {
    address: row.address,
    title: row.title,
    added: row.created_at,
    changed: row.updated_at,
    tags: parseTags(row).map(tag => tag.name),
    note: row.descr,
    category: row.category,
    subCategory: row.sub_category,
    favourite: row.is_favourite === 1,
    checklist:
      row.check_list === null ? [] : (JSON.parse(row.check_list) as { text: string; done: boolean }[]),
    image: row.picture_source ?? '',
  }
}
