import type { Link } from '@nestmark/contract/shapes'
import { createStore } from '../../lib/store.ts'
import type { PressedShortcut } from '../../ui/menus/usePressedShortcut.ts'

/** A shortcut pressed on a link of a list. It waits for `FrameTasks`, which are loaded after the page. */
export const linkShortcut = createStore<PressedShortcut<Link> | null>(null)
