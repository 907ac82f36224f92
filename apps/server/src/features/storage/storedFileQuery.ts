import { sql } from 'kysely'
import { pageFileKinds } from '../../db/fileTables.ts'

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
