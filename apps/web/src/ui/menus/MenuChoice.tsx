import { Link } from '../../lib/router/links.tsx'
import { toAriaShortcut, toKeyNames } from '../../lib/focus/shortcuts.ts'
import type { Icon } from '../fields/Button.tsx'
import { classes } from '../classes.ts'
import { IconCheck } from '../icons.ts'
import css from './Menu.module.css'

/** One item of a menu. */
export interface MenuItem {
  label: string
  icon?: Icon
  /** The action or the page of the item; an action may come before the page. */
  run?: () => void
  to?: string
  /** An external address. */
  href?: string
  danger?: boolean
  disabled?: boolean
  /** The item is one of several options; true for the current one. */
  checked?: boolean
  /** Keyboard shortcut, shown at the end, such as 'e', 'delete' or 'ctrl+c'. The page with the menu handles the key. */
  shortcut?: string
  /** The short label of a frequent action. The sheet of the phone shows it as a tile. */
  tile?: string
  /** The tile is shown in the menu of a wide window too, such as a colour. */
  isAlwaysTile?: boolean
  /** The current value, which the sheet of the phone shows at the end, such as the collection of a link. */
  value?: string | undefined
}

/** Items below a heading, such as the options of one setting. */
interface MenuGroup {
  heading: string
  items: readonly MenuItem[]
}

export type MenuEntry = MenuItem | MenuGroup | 'line' | false | null | undefined

/** Renders a menu item: an action, a page, or an external address. */
export function MenuChoice({
  item,
  isTile = false,
  onDone,
}: {
  item: MenuItem
  isTile?: boolean
  onDone: () => void
}) {
  const Glyph = item.icon
  const common = {
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.checked,
    'aria-disabled': item.disabled || undefined,
    'aria-keyshortcuts': item.shortcut && toAriaShortcut(item.shortcut),
    tabIndex: -1,
    className: classes(
      isTile ? `centre stack g6 t1 ${css.tile}` : `row g8 t2 ${css.item}`,
      item.checked && css.checked,
      item.danger && css.danger,
    ),
  }
  const content = (
    <>
      {Glyph && <Glyph className="i" />}
      {isTile && (
        <span className="el" aria-hidden="true">
          {item.tile}
        </span>
      )}
      <span className={isTile ? 'sr' : 'grow'}>{item.label}</span>
      {item.value && !isTile && (
        <span className={classes('el', css.value)} dir="auto" aria-hidden="true">
          {item.value}
        </span>
      )}
      {item.checked && !isTile && <IconCheck className="i s14" />}
      {item.shortcut && !isTile && (
        <span className={`t3 f12 ${css.shortcut}`} aria-hidden="true">
          {toKeyNames(item.shortcut).join(' ')}
        </span>
      )}
    </>
  )
  if (item.to)
    return (
      <Link
        {...common}
        to={item.to}
        onClick={() => {
          onDone()
          item.run?.()
        }}
      >
        {content}
      </Link>
    )
  if (item.href)
    return (
      <a {...common} href={item.href} target="_blank" rel="noopener noreferrer" onClick={onDone}>
        {content}
      </a>
    )
  return (
    <button
      {...common}
      type="button"
      onClick={() => {
        if (item.disabled) return
        onDone()
        item.run?.()
      }}
    >
      {content}
    </button>
  )
}
