import type { Collection } from '@nestmark/contract/shapes'
import { createStore } from '../../../lib/store.ts'
import type { PressedShortcut } from '../../../ui/menus/usePressedShortcut.ts'

/** A shortcut pressed on the card of a collection. It waits for `FrameTasks`, which are loaded after the page. */
export const collectionShortcut = createStore<PressedShortcut<Collection> | null>(null)
