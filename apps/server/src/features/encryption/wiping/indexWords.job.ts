import { assertDefined } from '@nestmark/core/assertDefined'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { saveProgress } from '../../../jobs/store.ts'
import type { Services } from '../../../services.ts'
import { tagsOfLinks } from '../../links/words/linkTagStore.ts'
import { type IndexWordsPayload, listSubstringWords } from '../../links/words/linkText.ts'
import { textTerms } from '../../../db/searchText/linkTerms.ts'
import { addWords } from '../../links/words/wordStore.ts'
import { indexWordsKind } from '../../searchQuery/searchContext.ts'
import { lockNextTexts } from '../links/listQuery.ts'

const batchSize = 200

/**
 * Adds the words of all links of a library again, after the words of long texts were removed without looking for each of
 * them. Until its end, some words are found as whole words only.
 */
export function indexWords({ db, batches }: Pick<Services, 'db' | 'batches'>): JobKind {
  return {
    kind: indexWordsKind,
    concurrency: 2,
    attempts: 5,
    async run(job, signal) {
      const ownerId = requireOwnerId(job)
      let { after } = JSON.parse(job.payload) as IndexWordsPayload
      for (let { done } = job; ;) {
        signal.throwIfAborted()
        const step = async (tx: Tx) => {
          await lockTree(tx, ownerId)
          const links = await lockNextTexts(tx, ownerId, after, batchSize)
          const seqs = links.map(link => link.seq)
          const tags = await tagsOfLinks(tx, seqs)
          const words = links.flatMap(link => {
            const names = (tags.get(link.seq) ?? []).map(each => each.tag.name)
            return listSubstringWords(textTerms({ ...link, ownerId, tags: names }))
          })
          await addWords(tx, ownerId, new Set(words))
          if (links.length === 0) return null
          const last = assertDefined(links.at(-1)).seq
          done += links.length
          const payload = JSON.stringify({ after: last } satisfies IndexWordsPayload)
          await saveProgress(tx, job, { done, total: done, payload })
          return last
        }
        const last = await batches.run(ownerId, () => db.write(step))
        if (last === null) return
        after = last
      }
    },
  }
}
