import type { StoredKind, StoredSet } from '@nestmark/contract/storage'
import { type RawBuilder, sql } from 'kysely'
import {
  captureFileKinds,
  type FileKind,
  pageFileKinds,
  versionFileKinds,
} from '../../db/tables/fileTables.ts'

/** Conditions on `files f`, with `links l` and `collections c` for conditions on the link. */

/** A file of a version of a page. */
export const isVersion = sql`f.kind in ('copy', 'reader')`

/** A PDF or a screenshot of a page. */
export const isCapture = sql`f.kind in ('pdf', 'screenshot')`

/** A copy of a page in any form. */
export const isCopy = sql`f.kind in (${sql.join(pageFileKinds)})`

/** A version of a page that is not the newest. */
export const isOldCopy = sql`${isVersion}
  and f.position < (select max(v.number) from copy_versions v where v.link_id = f.link_id)`

/** A link that is neither in the trash nor in a trashed collection. */
export const isLive = sql`l.trashed_at is null and c.trashed_by is null`

const uploadedKinds: readonly FileKind[] = ['file', 'poster']

/** The file kinds of each kind of stored data. Of encrypted files, only the file itself is encrypted. */
export const kindsOfStored: Record<StoredKind, readonly FileKind[]> = {
  all: [...uploadedKinds, ...pageFileKinds],
  files: uploadedKinds,
  encrypted: ['file'],
  copies: pageFileKinds,
}

/** The kinds of the files that are removed with each set. */
export const kindsOfSets: Record<StoredSet, readonly FileKind[]> = {
  trash: kindsOfStored.all,
  oldCopies: versionFileKinds,
  captures: captureFileKinds,
  unopened: uploadedKinds,
}

/** How long nobody opened the files of the set `unopened`, in milliseconds. */
const unopenedMs = 365 * 24 * 3_600_000

/**
 * Returns the condition that a file belongs to a set. The sets do not overlap. The files of one link are removed
 * together, so they are unopened only when none of them was opened. A file that nobody opened counts from its upload.
 */
export function isInSet(set: StoredSet, now: number): RawBuilder<unknown> {
  if (set === 'trash') return sql`not (${isLive})`
  if (set === 'oldCopies') return sql`(${isLive} and ${isOldCopy})`
  if (set === 'captures') return sql`(${isLive} and ${isCapture})`
  return sql`(${isLive} and f.kind in ('file', 'poster') and not exists (select 1 from files o
    where o.link_id = f.link_id and o.kind = 'file' and coalesce(o.opened_at, o.created_at) > ${now - unopenedMs}))`
}
