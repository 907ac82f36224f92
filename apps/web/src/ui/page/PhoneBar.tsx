import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../../lib/store.ts'

/** The slot in the phone's header that a page may fill instead of the logo. */
export const phoneBarSlot = createStore<HTMLElement | null>(null)

/** Renders a page's content in the phone's header: a back link, its name, its actions. */
export function PhoneBar({ children }: { children: ReactNode }) {
  const slot = useStore(phoneBarSlot)
  return slot && createPortal(children, slot)
}
