import type { LinkFacts } from '@nestmark/core/searchIndex/indexedLink'
import type { LinkHits } from '@nestmark/core/searchIndex/linkHits'
import type { LinkQuery } from '@nestmark/core/searchIndex/linkIndex'
import { EncryptionError } from '@nestmark/encryption/encryptionError'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import type { LinkTexts } from '@nestmark/client/encryption/linkTexts'
import type { SealedTexts } from '@nestmark/client/encryption/sealedLink'
import { createWorkerTasks } from '../../../lib/browser/workerTasks.ts'

/** The tasks of the worker that has the index: opening ten thousand links takes seconds. */
export interface IndexTasks {
  /** Opens links and adds them to the index. @returns their texts; null for those that cannot be opened */
  open(
    key: CollectionKey,
    links: readonly { facts: LinkFacts; sealed: SealedTexts }[],
  ): Promise<(LinkTexts | null)[]>
  /** Replaces what is known about links whose texts are the same. */
  change(facts: readonly LinkFacts[]): Promise<void>
  /** Removes all links but these, and puts these in this order. */
  keep(ids: readonly string[]): Promise<void>
  search(query: LinkQuery): Promise<LinkHits>
}

/** Runs the tasks. Its end removes the index from the memory. */
export const indexWorker = createWorkerTasks<IndexTasks>(
  () => new Worker(new URL('./index.worker.ts', import.meta.url), { type: 'module' }),
  () => new EncryptionError(),
)
