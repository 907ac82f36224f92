import { listSharedCollections } from '@nestmark/contract/sharing/share'
import { useMemo } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/browser/token.ts'
import { useTree } from './data.ts'
import { useSharedTree } from './useSharedTree.ts'

/** Returns the name of the owner of a collection: '' for the user's own, undefined where it is unknown. */
export type FindOwner = (id: string | null | undefined) => string | undefined

/** Returns a function that finds the owner of the user's own collections and of those that the user may write to. */
export function useOwners(): FindOwner {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const enabled = useToken() !== null
  const { data } = useOperation(listSharedCollections, {}, { enabled, staleTime: 60_000, quiet: true })
  return useMemo(() => {
    const names = new Map(data?.map(folder => [folder._id, folder.owner_name]))
    return id => {
      if (!id || !index) return undefined
      if (index.entries.has(id)) return ''
      for (
        let current: string | null | undefined = id;
        current;
        current = shared?.entries.get(current)?.parent
      )
        if (names.has(current)) return names.get(current)
      return undefined
    }
  }, [index, shared, data])
}
