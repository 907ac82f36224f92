import type { MenuEntry, MenuItem } from './Menu.tsx'

/** Returns the usable entry of a menu with a shortcut. */
export function findShortcut(entries: readonly MenuEntry[], shortcut: string): MenuItem | undefined {
  return entries
    .filter((entry): entry is MenuItem => typeof entry === 'object' && entry !== null && !('items' in entry))
    .find(entry => entry.shortcut === shortcut && !entry.disabled)
}
