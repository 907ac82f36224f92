import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { useState } from 'react'
import { toDisplayName, useTree } from '../data.ts'
import { describePlace, type SavePlace } from './savePlace.ts'
import { listAncestors, type TreeEntry } from '../tree/tree.ts'
import { useOwners } from '../useOwners.ts'
import { useSharedTree } from '../useSharedTree.ts'

/** The displayed values of the collection of a field. */
export interface CollectionDescription extends SavePlace {
  isRoot: boolean
  /** The path and the owner as text; '' for the root. */
  location: string
  /** undefined until the tree is loaded, and for a collection that was just created. */
  entry: TreeEntry | undefined
}

/**
 * Returns the picked collection of a field, its description, and which collections cannot be picked.
 * @param value the collection of the field; null is the root
 * @param currentParent the collection that contains the item, which can move only to collections of the same owner
 */
export function useCollectionField(
  value: string | null,
  rootLabel: string,
  currentParent: string | undefined,
) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const findOwner = useOwners()
  // The tree is refetched after a collection was created; until then only the name is known.
  const [created, setCreated] = useState<{ id: string; name: string }>()
  const picked = value ?? index?.root
  const tree = picked !== undefined && shared?.entries.has(picked) ? shared : index
  const entry = picked ? tree?.entries.get(picked) : undefined
  const isRoot = picked !== undefined && picked === index?.root

  const findName = () => {
    if (isRoot) return rootLabel
    if (entry) return toDisplayName(entry.name)
    return created && created.id === picked ? created.name : '…'
  }
  const findLocation = () => {
    if (isRoot || !tree || !entry) return ''
    const path = listAncestors(tree, entry.id).map(ancestor => toDisplayName(ancestor.name))
    const inside = path.length > 0 ? texts.inside(collectionsTexts.path(path)) : ''
    if (tree !== shared) return inside || texts.inside(collectionsTexts.topLevel)
    return [inside, texts.sharedBy(findOwner(picked) ?? '')].filter(Boolean).join(', ')
  }
  const owner = findOwner(currentParent)
  const { sharing, owner: placeOwner } = describePlace(picked ?? null, '', { own: index, shared }, findOwner)
  const description: CollectionDescription = {
    isRoot,
    name: findName(),
    location: findLocation(),
    entry,
    sharing,
    owner: placeOwner,
  }
  return {
    picked,
    description,
    disabled: owner === undefined ? undefined : (id: string) => findOwner(id) !== owner,
    reason: owner !== undefined && shared ? collectionsTexts.staysWith(owner) : undefined,
    setCreated,
  }
}
