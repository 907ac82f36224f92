import { lockTree } from '../../../db/dialect.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import type { Services } from '../../../services.ts'
import { sweepWordsKind } from '../../links/words/linkText.ts'
import { deleteUnusedWords, listWordUse } from '../../links/words/wordStore.ts'
import { hasEncryptedLinks } from '../encryptionStore.ts'
import { purgeLater } from './wipeTexts.ts'

/**
 * Removes the words that no link of a library has any more, a few at a time. It stores no position, which would be one of
 * the words: an interrupted run begins again.
 */
export function sweepWords({ db, batches, now }: Pick<Services, 'db' | 'batches' | 'now'>): JobKind {
  return {
    kind: sweepWordsKind,
    concurrency: 2,
    attempts: 5,
    async run(job, signal) {
      const ownerId = requireOwnerId(job)
      for (let after: string | null = ''; after !== null;) {
        signal.throwIfAborted()
        const from: string = after
        const words = await batches.run(ownerId, () => listWordUse(db.read, ownerId, from))
        const unused = words.filter(each => each.unused).map(each => each.word)
        const remove = () =>
          db.write(async tx => {
            // A link that is saved at the same time adds its words under the same lock.
            await lockTree(tx, ownerId)
            await deleteUnusedWords(tx, ownerId, unused)
            if (await hasEncryptedLinks(tx)) await purgeLater(tx, now())
          })
        if (unused.length > 0) await batches.run(ownerId, remove)
        after = words.at(-1)?.word ?? null
      }
    },
  }
}
