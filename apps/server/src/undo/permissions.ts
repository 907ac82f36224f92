import type { CollectionAction, LinkAction } from '../access/policies.ts'
import type { UndoKind } from './store.ts'

const permissions: Partial<Record<UndoKind, LinkAction | CollectionAction>> = {
  moveLinks: 'links.move',
  reorderLinks: 'links.edit',
  tagLinks: 'links.edit',
  favouriteLinks: 'links.favourite',
  updateAddresses: 'links.edit',
  applyRules: 'links.edit',
  moveCollections: 'collections.move',
  trashCollections: 'collections.trash',
  restoreCollections: 'collections.trash',
  addCollections: 'collections.trash',
  importBookmarks: 'links.trash',
  copyCollection: 'links.trash',
  editLink: 'links.edit',
  editCollection: 'collections.edit',
}

/** Returns the permission that undoing such an action requires. */
export const getUndoPermission = (kind: string) => permissions[kind as UndoKind] ?? 'links.trash'
