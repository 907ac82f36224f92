import type { Collection } from '@nestmark/contract/shapes'
import type { KeyboardEvent } from 'react'
import type { Selection } from '../../../lib/lists/selection.ts'
import { collectionShortcut } from '../menu/collectionShortcut.ts'

const bulkShortcuts: ReadonlySet<string> = new Set(['m', 'delete'])
const menuShortcuts: ReadonlySet<string> = new Set(['f', 'e', ...bulkShortcuts])

/**
 * Returns the key handler of a collection card, which runs the entry of its menu with that shortcut. X selects the card
 * of a list with a selection.
 */
export function useCardKeys(collection: Collection, selection: Selection<Collection> | undefined) {
  return (event: KeyboardEvent<HTMLElement>) => {
    // Keys on the buttons of a card belong to the buttons.
    if (!(event.target as HTMLElement).matches('[data-main]')) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
    const shortcut = event.key.toLowerCase()
    // The bulk bar runs these.
    if (selection?.active && bulkShortcuts.has(shortcut)) return
    if (shortcut === 'x' && selection) {
      event.preventDefault()
      return selection.toggle(collection)
    }
    if (!menuShortcuts.has(shortcut)) return
    event.preventDefault()
    collectionShortcut.set({ item: collection, shortcut })
  }
}
