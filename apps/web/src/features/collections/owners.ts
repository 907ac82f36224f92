import { getSharedFolders } from '@nestmark/contract/share'
import { useMemo } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/token.ts'
import { useTree } from './data.ts'
import { useSharedTree } from './sharedTree.ts'

/** Tells whose a collection is: '' for the person's own, undefined where it is not known. */
export type OwnerOf = (id: string | null | undefined) => string | undefined

/** Tells whose collections are, of the person's own and of those that they may write to. */
export function useOwners(): OwnerOf {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const enabled = useToken() !== null
  const { data } = useOperation(getSharedFolders, {}, { enabled, staleTime: 60_000, quiet: true })
  return useMemo(() => {
    const names = new Map(data?.map(folder => [folder._id, folder.owner_name]))
    return id => {
      if (!id || !index) return undefined
      if (index.places.has(id)) return ''
      for (let at: string | null | undefined = id; at; at = shared?.places.get(at)?.parent)
        if (names.has(at)) return names.get(at)
      return undefined
    }
  }, [index, shared, data])
}
