import { getSharedFolders } from '@nestmark/contract/share'
import { useMemo } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/token.ts'
import { useTree } from './data.ts'
import { useSharedTree } from './sharedTree.ts'

/** Returns the owner's name of a collection: '' for the user's own, undefined where it is unknown. */
export type OwnerOf = (id: string | null | undefined) => string | undefined

/** Returns a function that finds the owner of the user's own collections and of those that the user may write to. */
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
