import { type ReactNode, useId, useState, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useEventListener } from '../../lib/focus/useEventListener.ts'
import { laterPart } from '../../lib/lazy.ts'
import type { MenuEntry, MenuItem } from './MenuChoice.tsx'
import type { MenuPanelProps, OpenMenu } from './MenuPanel.tsx'

export type { MenuEntry, MenuItem }

/** Most pages are left without a menu, so its content is not loaded with the page. */
const MenuPanel = laterPart<MenuPanelProps>(() => import('./MenuPanel.tsx'))

/** The attributes that the trigger of a menu receives. */
export interface MenuTrigger {
  ref: (element: HTMLButtonElement | null) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls'?: string
}

/** What a menu contains: its entries, or a part that shows them by `MenuPanel` and is loaded when the menu opens. */
type MenuContent =
  | { items: MenuEntry[] | (() => MenuEntry[]); head?: ReactNode; renderPanel?: undefined }
  | { renderPanel: (menu: OpenMenu) => ReactNode; items?: undefined; head?: undefined }

/**
 * A menu that opens from a button; on phones a bottom sheet. It uses the native popover: it is in the top layer, a click outside or Esc
 * closes it, and it is not rendered while it is closed.
 */
export function Menu({
  label,
  items,
  head,
  renderPanel,
  initiallyOpen = false,
  children,
}: MenuContent & {
  label: string
  /** Another event opened it; the trigger only determines its position. */
  initiallyOpen?: boolean | undefined
  children: (trigger: MenuTrigger) => ReactNode
}) {
  const id = useId()
  const [open, setOpen] = useState(initiallyOpen)
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null)
  useMenuTrigger(trigger, open, setOpen)
  const menu = trigger && { id, label, trigger, onClose: () => setOpen(false) }
  return (
    <>
      {children({
        ref: setTrigger,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open &&
        menu &&
        createPortal(
          renderPanel ? renderPanel(menu) : <MenuPanel {...menu} items={items} head={head} />,
          findMenuHost(menu.trigger),
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

/** Opens and closes a menu by its trigger. The listeners are native, because the trigger receives only a ref. */
function useMenuTrigger(
  trigger: HTMLButtonElement | null,
  open: boolean,
  setOpen: (open: boolean) => void,
): void {
  /** Whether the menu was open when the pointer went down: that press closes it before the click event. */
  const wasOpenAtPress = useRef(false)
  useEventListener('pointerdown', () => (wasOpenAtPress.current = open), trigger)
  useEventListener(
    'click',
    event => {
      // The click must not reach the card or row that contains the trigger.
      event.stopPropagation()
      // A click from the keyboard (detail 0) has no preceding press.
      setOpen(!open && !(event.detail > 0 && wasOpenAtPress.current))
    },
    trigger,
  )
  useEventListener(
    'keydown',
    event => {
      if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== ' ') return
      if (event.key === 'ArrowDown') {
        event.preventDefault()
        setOpen(true)
      }
      event.stopPropagation()
    },
    trigger,
  )
}
