import type { CollectionAction, LinkAction } from '../access/policies.ts'
import type { UndoKind } from './store.ts'

const rights: Partial<Record<UndoKind, LinkAction | CollectionAction>> = {
  moveLinks: 'links.move',
  tagLinks: 'links.edit',
  favouriteLinks: 'links.favourite',
  moveCollections: 'collections.move',
  trashCollections: 'collections.trash',
  restoreCollections: 'collections.trash',
  addCollections: 'collections.trash',
  editLink: 'links.edit',
  editCollection: 'collections.edit',
}

/** What one must be allowed to do to take such a deed back. */
export const undoRight = (kind: string) => rights[kind as UndoKind] ?? 'links.trash'
