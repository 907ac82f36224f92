import type { Db } from '../../../db/db.ts'
import { foldersByParent } from '../../importExport/export/exportQuery.ts'
import { placeFolders } from '../../importExport/writing/placedFolders.ts'
import { filesAfter } from './exportedFileQuery.ts'
import { isCompressed, toExportedPath } from './exportedPath.ts'

/** The files of one part of the list. */
export const filesAtOnce = 500

/** A file as the ZIP needs it. */
export interface ZippedFile {
  id: string
  path: string
  mediaType: string
  blobId: string
  /** Stored bytes. */
  size: number
  isCompressed: boolean
  isArriving: boolean
  /** When it was saved, in milliseconds since 1970. */
  at: number
}

/** Which files to list. */
export interface FileListOrder {
  ownerId: string
  rootId: string
  /** The id of the last file so far; '' for none. */
  after?: string
}

/** Yields the next part of the list of a library's files, as JSON. */
export async function* exportedFiles(
  db: Db,
  { ownerId, rootId, after = '' }: FileListOrder,
): AsyncGenerator<string> {
  const rows = await filesAfter(db.read, ownerId, after, filesAtOnce)
  const folders =
    rows.length === 0
      ? new Map()
      : placeFolders(await foldersByParent(db.read, { ownerId, readerId: ownerId }), rootId)
  const files = rows.map((row): ZippedFile => ({
    id: row.id,
    path: toExportedPath(row, folders.get(row.collection_id)?.path ?? []),
    mediaType: row.media_type,
    blobId: row.blob_id,
    size: row.size,
    isCompressed: isCompressed(row),
    isArriving: row.is_arriving === 1,
    at: row.at,
  }))
  yield JSON.stringify(files)
}
