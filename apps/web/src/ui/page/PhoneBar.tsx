import { shellTexts } from '@nestmark/texts/shell'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from '../../lib/router/links.tsx'
import { createStore, useStore } from '../../lib/store.ts'
import { IconChevronLeft } from '../icons.ts'
import css from './PhoneBar.module.css'

/** The slot in the phone's header that a page may fill instead of the logo. */
export const phoneBarSlot = createStore<HTMLElement | null>(null)

/** Renders a page's content in the phone's header: a link to the page above, its name, its actions. */
export function PhoneBar({ to, children }: { to: string; children: ReactNode }) {
  const slot = useStore(phoneBarSlot)
  const bar = (
    <>
      <Link className={`centre t2 ${css.back}`} to={to} aria-label={shellTexts.back}>
        <IconChevronLeft className="i s24" />
      </Link>
      {children}
    </>
  )
  return slot && createPortal(bar, slot)
}
