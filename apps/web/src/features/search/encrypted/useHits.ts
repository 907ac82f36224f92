import { emptyHits, type LinkHits } from '@nestmark/core/searchIndex/linkHits'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../../lib/store.ts'
import { useMe } from '../../session/data.ts'
import { hitsKey, indexEpoch } from './encryptedIndex.ts'
import { indexWorker } from './indexTasks.ts'
import { toLinkQuery, type TypedSearch } from './toLinkQuery.ts'

/** The result of a search without the index. */
export const noHits = emptyHits()

/** Names of collections and tags are part of a search. The index itself reports its changes. */
const reads = ['collections', 'tags'] as const

/**
 * Returns what a search finds in the index; undefined until it is known.
 * @param kids the keys that the index has; without it, nothing is searched
 */
export function useHits(search: TypedSearch, kids: readonly string[] | undefined): LinkHits | undefined {
  const epoch = useStore(indexEpoch)
  const plan = useMe()?.plan
  const enabled = kids !== undefined && search.input !== '' && plan !== undefined
  const { data, isError } = useQuery<LinkHits>({
    queryKey: [hitsKey, epoch, kids?.join(' '), search],
    queryFn: async () => indexWorker.run('search', await toLinkQuery(search, plan ?? 1)),
    meta: { reads, quiet: true },
    enabled,
    staleTime: Infinity,
    gcTime: 60_000,
    structuralSharing: false,
  })
  return enabled && !isError ? data : noHits
}
