import { useEffect, useEffectEvent } from 'react'
import { useStore } from '../../lib/store.ts'
import { findShortcut } from '../../ui/findShortcut.ts'
import { useCollectionEntries } from './collectionEntries.ts'
import { collectionKey, type PressedCollectionKey } from './collectionKey.ts'

/** Runs the entry of a collection's menu whose key was pressed on its card. */
export function CollectionKeys() {
  const pressed = useStore(collectionKey)
  const listEntries = useCollectionEntries()
  const run = useEffectEvent(({ collection, shortcut }: PressedCollectionKey) => {
    collectionKey.set(null)
    findShortcut(listEntries(collection, { hasKeys: true }), shortcut)?.run?.()
  })
  useEffect(() => {
    if (pressed) run(pressed)
  }, [pressed])
  return null
}
