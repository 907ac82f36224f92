import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { uiTexts } from '@nestmark/texts/ui'
import { describeSharing } from '../../../ui/marks/describeSharing.ts'
import { toDisplayName } from '../data.ts'
import { getSharingState, type SharingState, type TreeIndex } from '../tree/tree.ts'
import type { FindOwner } from '../useOwners.ts'

/** The trees of the collections into which the user may save; undefined until loaded. */
interface SaveTrees {
  own: TreeIndex | undefined
  /** Of others, where the user may write. */
  shared: TreeIndex | undefined
}

/** Where a link is saved, and for whom. */
export interface SavePlace {
  name: string
  /** Who else has access to a collection of the user; null for no one. */
  sharing: SharingState | null
  /** The owner of a collection of another person, '' where the name is unknown; null for the user's own. */
  owner: string | null
}

/**
 * Returns the collection that a new link is saved in: the one of the page, else the last used one if it still exists
 * (SAVE-18); undefined is the root.
 */
export function proposeCollection(
  ofPage: string | undefined,
  lastUsed: string | null | undefined,
  { own, shared }: SaveTrees,
): string | undefined {
  if (ofPage !== undefined) return ofPage
  if (!lastUsed) return undefined
  return own?.entries.has(lastUsed) || shared?.entries.has(lastUsed) ? lastUsed : undefined
}

/**
 * Describes the collection of a link.
 * @param id null is the root
 * @param name shown where the collection is in no tree yet
 */
export function describePlace(
  id: string | null,
  name: string,
  { own, shared }: SaveTrees,
  findOwner: FindOwner,
): SavePlace {
  if (own && (id === null || id === own.root))
    return { name: collectionsTexts.dashboard, sharing: getSharingState(own, own.root), owner: null }
  const ofOther = id === null || own?.entries.has(id) ? undefined : shared?.entries.get(id)
  if (ofOther) return { name: toDisplayName(ofOther.name), sharing: null, owner: findOwner(id) ?? '' }
  const entry = id === null ? undefined : own?.entries.get(id)
  return {
    name: toDisplayName(entry?.name ?? name),
    sharing: own && entry ? getSharingState(own, entry.id) : null,
    owner: null,
  }
}

/** Describes for whom a place is: 'Public', 'Shared with 2 people' or 'Shared by Ada'; '' for the user alone. */
export function formatAudience({ sharing, owner }: Pick<SavePlace, 'sharing' | 'owner'>): string {
  if (owner !== null) return owner === '' ? uiTexts.shared : uiTexts.sharedBy(owner)
  return sharing ? describeSharing(sharing) : ''
}
