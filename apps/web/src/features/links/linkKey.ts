import type { Link } from '@nestmark/contract/shapes'
import { createStore } from '../../lib/store.ts'

export interface PressedLinkKey {
  link: Link
  shortcut: string
}

/** A key that was pressed on a link of a list, for an entry of its menu. It waits for `LinkKeys`, which is loaded after the page. */
export const linkKey = createStore<PressedLinkKey | null>(null)
