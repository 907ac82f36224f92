import { countEncryptedLinks, listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOperation } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { useKeys } from '../../../lib/encryption/keyRing.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { useToken } from '../../../lib/browser/token.ts'
import { indexEpoch, indexKey, type IndexState, readingProgress, refreshIndex } from './encryptedIndex.ts'

/** The keys for which the person has stopped the reading of links. */
const stoppedKids = createStore<string | null>(null)

export interface EncryptedIndex {
  /** The keys that the index has, when it can be searched. */
  kids: readonly string[] | undefined
  /** The first reading: how many links it has read, and of how many. */
  reading: { done: number; total: number } | null
  /** Ends the reading. The links are not searched until `start`. */
  stop(): void
  start(): void
  /** How many links are open here. */
  open: number
  /** It is known which links can be searched, and these were read. */
  isKnown: boolean
  /** Links that are open here and not searched: the reading was stopped, or it failed. */
  unread: number
  /** Links whose key is not in this browser. */
  locked: number
  /** False where `locked` includes links that the list may not have. */
  isCounted?: boolean
  /** A collection with locked links and their key. */
  lock: { collectionId: string; kid: string } | undefined
}

/**
 * Builds the index of the encrypted links that are open in this browser while a search needs it, and keeps it up to
 * date as the lists of the page are.
 */
export function useEncryptedIndex(isWanted: boolean): EncryptedIndex {
  const isSignedIn = useToken() !== null
  const keys = useKeys()
  const epoch = useStore(indexEpoch)
  const done = useStore(readingProgress)
  const { data: counted, isError: isUncounted } = useOperation(
    countEncryptedLinks,
    { searched: 1 },
    { enabled: isWanted && isSignedIn, quiet: true },
  )
  const here = useMemo(() => new Set(keys.map(({ kid }) => kid)), [keys])
  const open = counted?.keys.filter(each => here.has(each.key_id)) ?? []
  const missing = counted?.keys.filter(each => !here.has(each.key_id)) ?? []
  const sum = (list: typeof open) => list.reduce((all, { count }) => all + count, 0)
  const wanted = open.map(each => each.key_id).join(' ')
  const isStopped = useStore(stoppedKids) === wanted
  const enabled = isWanted && isSignedIn && wanted !== '' && !isStopped
  const queryKey = [indexKey, wanted]
  const { data, isError, refetch } = useQuery<IndexState>({
    queryKey,
    queryFn: ({ signal }) => refreshIndex(wanted.split(' '), signal),
    meta: { reads: listEncryptedLinks.reads, quiet: true },
    enabled,
    staleTime: Infinity,
    gcTime: Infinity,
    // With another key, what is there is searched until the new links are read.
    placeholderData: last => last,
  })
  const isUsable = enabled && data !== undefined && data.epoch === epoch
  const isComplete = isUsable && data.kids.join(' ') === wanted
  const isIdle = !isWanted || isUncounted || (counted !== undefined && (!enabled || isError))
  const [first] = missing
  return {
    kids: isUsable ? data.kids : undefined,
    reading: enabled && !isComplete && !isError ? { done: done ?? 0, total: sum(open) } : null,
    stop() {
      stoppedKids.set(wanted)
      void queryClient.cancelQueries({ queryKey })
    },
    start() {
      if (isStopped) stoppedKids.set(null)
      else void refetch()
    },
    open: sum(open),
    isKnown: isUsable || isIdle,
    unread: isStopped || (isError && !isUsable) ? sum(open) : 0,
    locked: sum(missing),
    lock: first?.folder_id === undefined ? undefined : { collectionId: first.folder_id, kid: first.key_id },
  }
}
