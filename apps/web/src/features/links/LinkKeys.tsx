import { useEffect, useEffectEvent } from 'react'
import { useStore } from '../../lib/store.ts'
import { findShortcut } from '../../ui/findShortcut.ts'
import { useLinkEntries } from './linkEntries.ts'
import { linkKey, type PressedLinkKey } from './linkKey.ts'

/** Runs the entry of a link's menu whose key was pressed in a list. */
export function LinkKeys() {
  const pressed = useStore(linkKey)
  const listEntries = useLinkEntries()
  const run = useEffectEvent(({ link, shortcut }: PressedLinkKey) => {
    linkKey.set(null)
    findShortcut(listEntries(link), shortcut)?.run?.()
  })
  useEffect(() => {
    if (pressed) run(pressed)
  }, [pressed])
  return null
}
