import type { Collection } from '@nestmark/contract/shapes'
import { createStore } from '../../lib/store.ts'

export interface PressedCollectionKey {
  collection: Collection
  shortcut: string
}

/** A key that was pressed on a card, for an entry of its menu. It waits for `CollectionKeys`, which is loaded after the page. */
export const collectionKey = createStore<PressedCollectionKey | null>(null)
