import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../lib/store.ts'

/** The place in the phone's header that a page may fill instead of the logo. */
export const phoneBarSlot = createStore<HTMLElement | null>(null)

/** What a page puts into the phone's header: a way back, its name, its actions. */
export function PhoneBar({ children }: { children: ReactNode }) {
  const slot = useStore(phoneBarSlot)
  return slot && createPortal(children, slot)
}
