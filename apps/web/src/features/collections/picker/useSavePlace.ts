import { useMe } from '../../session/data.ts'
import { toParentName, useTree } from '../data.ts'
import { describePlace, proposeCollection, type SavePlace } from './savePlace.ts'
import { useOwners } from '../useOwners.ts'
import { useSharedTree } from '../useSharedTree.ts'

/**
 * Returns the collection that a new link is saved in; undefined is the root.
 * @param ofPage the collection of the page
 */
export function useProposedCollection(ofPage: string | undefined): string | undefined {
  const lastUsed = useMe()?.last_folder
  const { index: own } = useTree()
  const shared = useSharedTree({ writable: true })
  return proposeCollection(ofPage, lastUsed, { own, shared })
}

/** Returns a function that describes the collection of a saved link. */
export function useSavePlace(): (link: { parent: string; parent_name?: string | undefined }) => SavePlace {
  const { index: own } = useTree()
  const shared = useSharedTree({ writable: true })
  const findOwner = useOwners()
  return link => describePlace(link.parent, toParentName(link), { own, shared }, findOwner)
}
