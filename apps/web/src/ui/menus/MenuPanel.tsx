import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { usePhone } from '../../lib/media/media.ts'
import { useStableCallback } from '../../lib/useStableCallback.ts'
import { takeMenuBox, takeMenuOpener } from './contextMenu.ts'
import css from './Menu.module.css'
import { MenuChoice, type MenuEntry, type MenuItem } from './MenuChoice.tsx'
import { useSheetSwipe } from '../dialogs/useSheetSwipe.ts'

/** An open menu. */
export interface OpenMenu {
  id: string
  label: string
  trigger: HTMLButtonElement
  onClose: () => void
}

export interface MenuPanelProps extends OpenMenu {
  items: MenuEntry[] | (() => MenuEntry[])
  head?: ReactNode
}

/** The content of an open menu. */
export default function MenuPanel({ id, label, trigger, items, head, onClose }: MenuPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  /** What receives the focus when the menu closes. */
  const opener = useRef<HTMLElement>(null)
  const phone = usePhone()
  const close = useStableCallback(onClose)

  useLayoutEffect(() => {
    const menu = panel.current
    if (!menu) return
    opener.current = takeMenuOpener(trigger)
    menu.showPopover()
    if (!phone) positionMenu(menu, takeMenuBox(trigger))
    listEntries(menu)[0]?.focus()
    window.addEventListener('resize', close)
    return () => window.removeEventListener('resize', close)
  }, [trigger, phone, close])

  const closeMenu = () => {
    onClose()
    opener.current?.focus({ preventScroll: true })
  }
  useSheetSwipe(panel, phone, closeMenu)
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
        if (event.newState === 'closed') onClose()
      }}
    >
      {head && <div className={css.head}>{head}</div>}
      <MenuList entries={typeof items === 'function' ? items() : items} phone={phone} onDone={closeMenu} />
    </div>
  )
}

/** The entries of a menu. Choices such as colours are tiles above the others, and on phones frequent actions too. */
function MenuList({
  entries,
  phone,
  onDone,
}: {
  entries: readonly MenuEntry[]
  phone: boolean
  onDone: () => void
}) {
  const isShownAsTile = (entry: MenuEntry): entry is MenuItem =>
    isTile(entry) && (phone || entry.isAlwaysTile === true)
  const tiles = entries.filter(isShownAsTile)
  // A single tile would fill the entire width.
  const rows = tiles.length > 1 ? entries.filter(entry => !isShownAsTile(entry)) : entries
  return (
    <>
      {tiles.length > 1 && (
        <div className={css.tiles} role="group">
          {tiles.map(item => (
            <MenuChoice key={item.label} item={item} isTile onDone={onDone} />
          ))}
        </div>
      )}
      {rows.map((entry, index) =>
        entry === 'line' ? (
          <div key={index} className={css.separator} role="separator" />
        ) : entry && 'items' in entry ? (
          <div key={entry.heading} role="group" aria-label={entry.heading}>
            <div className={`t3 f12 ${css.heading}`} aria-hidden="true">
              {entry.heading}
            </div>
            {entry.items.map(item => (
              <MenuChoice key={item.label} item={item} onDone={onDone} />
            ))}
          </div>
        ) : entry ? (
          <MenuChoice key={entry.label} item={entry} onDone={onDone} />
        ) : null,
      )}
    </>
  )
}

function isTile(entry: MenuEntry): entry is MenuItem {
  return typeof entry === 'object' && entry !== null && 'tile' in entry && entry.tile !== undefined
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
