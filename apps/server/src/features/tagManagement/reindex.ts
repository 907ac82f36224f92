import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { inList, isPostgres } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { enqueue } from '../../jobs/store.ts'
import { indexSearchable, type SearchableLink } from '../links/linkText.ts'
import { carriers, countCarriers } from './store.ts'

/** Up to so many links search follows at once; more are left to a job. */
const atOnce = 200
/** How long what was deleted or merged can be brought back, in milliseconds. */
export const keptMs = 3_600_000

/**
 * Lets search follow after tags changed: in the same transaction, or by a job where many links carry them.
 * @returns the job, when there is one
 */
export async function followInSearch(
  tx: Tx,
  { actor, services: { now } }: Call,
  tags: readonly number[],
): Promise<string | undefined> {
  if (tags.length === 0) return undefined
  const count = await countCarriers(tx, tags)
  if (count > atOnce)
    return enqueue(tx, {
      ownerId: actor.personId,
      kind: 'indexTags',
      payload: { tags, after: 0 },
      now: now(),
    })
  await reindexLinks(tx, await carriers(tx, tags, 0))
  return undefined
}

/** Leaves the clearing away of what is gone for when nobody can want it back. */
export async function clearLater(tx: Tx, { actor, services: { now } }: Call): Promise<void> {
  const at = now()
  await enqueue(tx, {
    ownerId: actor.personId,
    kind: 'clearTags',
    payload: {},
    now: at,
    runAfter: at + keptMs,
  })
}

/** Makes links of one person findable under the tags that they carry now. */
export async function reindexLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  // Held, so that nobody who fills a field in meanwhile indexes what was before.
  const hold = isPostgres(tx) ? sql`for update` : sql``
  const { rows: links } = await sql<Omit<SearchableLink, 'tags'>>`
    select seq, owner_id as "ownerId", category, title, address, descr from links
    where ${inList(tx, 'seq', seqs)} order by seq ${hold}`.execute(tx)
  const { rows: tags } = await sql<{ seq: number; name: string }>`
    select lt.link_seq as seq, t.name from link_tags lt join tags t on t.seq = lt.tag_seq and t.gone_at is null
    where ${inList(tx, 'lt.link_seq', seqs)} order by lt.link_seq, lt.position`.execute(tx)
  const names = Map.groupBy(tags, tag => tag.seq)
  await indexSearchable(
    tx,
    links.map(link => ({ ...link, tags: (names.get(link.seq) ?? []).map(tag => tag.name) })),
  )
}
