import { filterListedWords, toIndexTerms } from '@nestmark/core/words/searchTerms'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../calls/call.ts'
import { enqueue } from '../../jobs/store.ts'
import { forgetWords } from '../links/words/linkText.ts'
import { indexLinks } from '../../db/searchText/fullText.ts'
import { toTerms } from '../../db/searchText/linkTerms.ts'
import { lockSearchableLinks } from '../links/words/searchableStore.ts'
import { addWords } from '../links/words/wordStore.ts'
import type { TagRef } from '../tags/store.ts'
import { listTaggedLinkSeqs, countLinkTags } from './store.ts'

/** The maximum number of links whose search index is updated immediately; a job updates more. */
const atOnce = 200
/** How long deleted or merged tags can be restored, in milliseconds. */
export const retentionMs = 3_600_000

/**
 * Updates the search index after a change of tags: in the same transaction, or by a job when many links have them.
 * @param changed the tags with their previous names, whose words are removed where no link has them any more
 * @returns the job, if any
 */
export async function updateSearchIndex(
  tx: Tx,
  { actor, services: { now } }: Call,
  changed: readonly Pick<TagRef, 'seq' | 'name'>[],
): Promise<string | undefined> {
  if (changed.length === 0) return undefined
  const tags = changed.map(tag => tag.seq)
  const at = now()
  const count = await countLinkTags(tx, tags)
  if (count > atOnce)
    return enqueue(tx, {
      ownerId: actor.personId,
      kind: 'indexTags',
      payload: { tags, after: 0 },
      now: at,
    })
  await reindexLinks(tx, await listTaggedLinkSeqs(tx, tags, 0))
  const words = changed.flatMap(({ name }) => filterListedWords(toIndexTerms(name)))
  await forgetWords(tx, actor.personId, new Set(words), at)
  return undefined
}

/** Queues the deletion of removed tags for the time when they can no longer be restored. */
export async function clearLater(tx: Tx, { actor, services: { now } }: Call): Promise<void> {
  const at = now()
  await enqueue(tx, {
    ownerId: actor.personId,
    kind: 'clearTags',
    payload: {},
    now: at,
    runAfter: at + retentionMs,
  })
}

/** Updates the search index of one person's links to their current tags. */
export async function reindexLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  const links = await lockSearchableLinks(tx, seqs)
  const [first] = links
  if (!first) return
  await indexLinks(tx, links.map(toTerms))
  // The words of their other texts are listed already.
  const names = new Set(links.flatMap(link => link.tags))
  await addWords(tx, first.ownerId, new Set(filterListedWords(toIndexTerms([...names].join(' , ')))))
}
