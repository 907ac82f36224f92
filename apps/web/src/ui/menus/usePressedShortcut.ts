import { useEffect, useEffectEvent } from 'react'
import { type Store, useStore } from '../../lib/store.ts'
import { findShortcut } from './findShortcut.ts'
import type { MenuEntry } from './MenuChoice.tsx'

/** A shortcut of the menu of an item, pressed on its card. */
export interface PressedShortcut<Item> {
  item: Item
  shortcut: string
}

/** Runs the entry of a menu whose shortcut was pressed, also before this was rendered. */
export function usePressedShortcut<Item>(
  store: Store<PressedShortcut<Item> | null>,
  listEntries: (item: Item) => MenuEntry[],
): void {
  const pressed = useStore(store)
  const run = useEffectEvent(({ item, shortcut }: PressedShortcut<Item>) => {
    store.set(null)
    findShortcut(listEntries(item), shortcut)?.run?.()
  })
  useEffect(() => {
    if (pressed) run(pressed)
  }, [pressed])
}
