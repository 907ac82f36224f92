import type { HighlightPage } from '@nestmark/contract/highlights'
import type { Db } from '../../db/db.ts'
import { readAllPages } from '../highlights/highlightFile.ts'
import { type ExportedLink, foldersByParent, linksAfter } from '../importExport/exportQuery.ts'
import { parseTags } from '../links/store.ts'
import { type ExportedFile, exportedFilesOf } from './exportedFileQuery.ts'
import { placeFolders, toExportedPath } from './exportedPath.ts'

const linksAtOnce = 500
const formatVersion = 1

/** The library to export. */
export interface LibraryOrder {
  ownerId: string
  rootId: string
  publicUrl: string
}

/** Yields nestmark.json, piece by piece: a line for each collection, each link, and each page with highlights. docs/formats.md describes it. */
export async function* libraryJson(
  db: Db,
  { ownerId, rootId, publicUrl }: LibraryOrder,
): AsyncGenerator<string> {
  const folders = placeFolders(await foldersByParent(db.read, { ownerId, readerId: ownerId }), rootId)
  const head = { format: 'nestmark-library', version: formatVersion, server: publicUrl }
  yield `${JSON.stringify(head).slice(0, -1)},\n"collections":[`
  let before = '\n'
  for (const folder of folders.values()) {
    yield (
      before +
        JSON.stringify({
          id: folder.id,
          name: folder.name,
          path: folder.path,
          parent: folder.parent_id === rootId ? null : folder.parent_id,
          description: folder.descr,
          favourite: folder.fav === 1,
          ...(folder.enc_id !== null && { enc_id: folder.enc_id }),
          created_at: folder.created_at,
          updated_at: folder.updated_at,
        })
    )
    before = ',\n'
  }
  yield '\n],\n"links":['
  before = '\n'
  for (const id of [rootId, ...folders.keys()]) {
    const path = folders.get(id)?.path ?? []
    for await (const links of readLinks(db, ownerId, id)) {
      const files = Map.groupBy(
        await exportedFilesOf(
          db.read,
          links.map(link => link.id),
        ),
        file => file.link_id,
      )
      for (const link of links) {
        const collection = id === rootId ? null : id
        yield (
          before + JSON.stringify({ ...toLink(link), collection, files: toFiles(files.get(link.id), path) })
        )
        before = ',\n'
      }
    }
  }
  yield '\n],\n"highlights":['
  before = '\n'
  for await (const page of readAllPages(db, ownerId)) {
    yield before + JSON.stringify(toPage(page))
    before = ',\n'
  }
  yield '\n]}\n'
}

/** Returns the highlights of a page; those of an encrypted link are envelopes. */
function toPage({ link, enc, saved, data }: HighlightPage) {
  return {
    address: link,
    ...(enc === 1 && saved && { encrypted_link: saved._id }),
    title: data.title,
    highlights: data.highlights.map(each => ({
      id: each._id,
      text: each.text,
      comment: each.comm,
      style: each.style,
      anchor: each.anchor,
      ...(each.sealed !== undefined && { sealed: each.sealed }),
      created_at: each.create_date,
      updated_at: each.update_date,
    })),
  }
}

async function* readLinks(db: Db, ownerId: string, collectionId: string): AsyncGenerator<ExportedLink[]> {
  let after: ExportedLink | undefined
  for (;;) {
    const rows = await linksAfter(db.read, ownerId, collectionId, {
      after,
      limit: linksAtOnce,
      withEncrypted: true,
    })
    if (rows.length > 0) yield rows
    after = rows.at(-1)
    if (!after || rows.length < linksAtOnce) return
  }
}

function toLink(row: ExportedLink) {
  return {
    id: row.id,
    title: row.title,
    address: row.address,
    description: row.descr,
    private_note: row.note ?? '',
    category: row.category,
    sub_category: row.sub_category,
    tags: parseTags(row).map(tag => tag.name),
    favourite: row.is_favourite === 1,
    ...toCheckList(row),
    picture: row.picture_source ?? '',
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Returns the checklist; that of an encrypted link is an envelope, like its other texts. */
function toCheckList({ key_id: key, check_list: items, sealed_picture: sealed }: ExportedLink) {
  if (key !== null)
    return {
      encrypted_with: key,
      checklist: [],
      encrypted_checklist: items ?? '',
      encrypted_picture: sealed ?? '',
    }
  return { checklist: items === null ? [] : (JSON.parse(items) as unknown) }
}

function toFiles(files: readonly ExportedFile[] = [], folders: readonly string[]) {
  return files.map(file => ({
    kind: file.kind,
    name: file.name,
    media_type: file.media_type,
    path: toExportedPath(file, folders),
    saved_at: file.at,
    // The envelope of its key, name and type.
    ...(file.sealed !== null && { sealed: file.sealed }),
  }))
}
