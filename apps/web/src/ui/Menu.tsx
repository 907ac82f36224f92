import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePhone } from '../lib/media.ts'
import { takeMenuBox, takeMenuOpener } from './contextMenu.ts'
import css from './Menu.module.css'
import type { MenuEntry, MenuItem } from './MenuChoice.tsx'
import { MenuList } from './MenuList.tsx'
import { useMenuTrigger } from './useMenuTrigger.ts'
import { useSheetSwipe } from './useSheetSwipe.ts'

export type { MenuEntry, MenuItem }

/** The attributes that the trigger of a menu receives. */
export interface MenuTrigger {
  ref: (element: HTMLButtonElement | null) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls'?: string
}

/**
 * A menu that opens from a button; on phones a bottom sheet. It uses the native popover: it is in the top layer, a click outside or Esc
 * closes it, and it is not rendered while it is closed.
 */
export function Menu({
  label,
  items,
  head,
  initiallyOpen = false,
  children,
}: {
  label: string
  items: MenuEntry[] | (() => MenuEntry[])
  head?: ReactNode
  /** Another event opened it; the trigger only determines its position. */
  initiallyOpen?: boolean | undefined
  children: (trigger: MenuTrigger) => ReactNode
}) {
  const id = useId()
  const [open, setOpen] = useState(initiallyOpen)
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  /** What receives the focus when the menu closes. */
  const opener = useRef<HTMLElement>(null)
  const phone = usePhone()

  useLayoutEffect(() => {
    const menu = panel.current
    if (!open || !menu || !trigger) return
    opener.current = takeMenuOpener(trigger)
    menu.showPopover()
    if (!phone) positionMenu(menu, takeMenuBox(trigger))
    listEntries(menu)[0]?.focus()
    const close = () => setOpen(false)
    window.addEventListener('resize', close)
    return () => window.removeEventListener('resize', close)
  }, [open, trigger, phone])

  useMenuTrigger(trigger, open, setOpen)
  const closeMenu = () => {
    setOpen(false)
    opener.current?.focus({ preventScroll: true })
  }
  useSheetSwipe(panel, phone && open, closeMenu)
  const onKeyDown = (event: KeyboardEvent) => {
    const entries = listEntries(panel.current)
    const index = entries.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: entries.length - 1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      entries.at(step % entries.length)?.focus()
    }
    if (event.key === 'Tab') closeMenu()
    // The card or row below must not receive the keys of its menu.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    // The browser must not ask the dialog below to close as well.
    event.preventDefault()
    closeMenu()
  }

  return (
    <>
      {children({
        ref: setTrigger,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open &&
        trigger &&
        createPortal(
          <div
            ref={panel}
            id={id}
            role="menu"
            aria-label={label}
            popover="auto"
            className={css.menu}
            onKeyDown={onKeyDown}
            onClick={event => event.stopPropagation()}
            onToggle={event => {
              if (event.newState === 'closed') setOpen(false)
            }}
          >
            {head && <div className={css.head}>{head}</div>}
            <MenuList
              entries={typeof items === 'function' ? items() : items}
              phone={phone}
              onDone={closeMenu}
            />
          </div>,
          findMenuHost(trigger),
        )}
    </>
  )
}

/**
 * Returns the element that contains the open menu: never the trigger's own box, whose styles are for buttons and
 * would size or hide the menu. The menu of a dialog or popover is rendered inside it; outside it would be inert, or
 * close it.
 */
function findMenuHost(trigger: HTMLElement): Element {
  return trigger.closest('dialog, [role=dialog], [popover]') ?? document.body
}

function listEntries(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? [])]
}

/** Positions the menu below the trigger, aligned with its end; above or shifted at the edges of the window. */
function positionMenu(menu: HTMLElement, triggerBox: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = menu
  const rtl = getComputedStyle(menu).direction === 'rtl'
  // A context menu begins at the pointer, which has no width.
  const preferred = rtl !== (triggerBox.width === 0) ? triggerBox.left : triggerBox.right - width
  const left = Math.min(Math.max(8, preferred < 8 ? triggerBox.left : preferred), innerWidth - width - 8)
  const below = triggerBox.bottom + 4
  const top =
    below + height > innerHeight - 8 && triggerBox.top - height - 4 > 8 ? triggerBox.top - height - 4 : below
  menu.style.left = `${left}px`
  menu.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`
}
