import css from './Menu.module.css'
import { MenuChoice, type MenuEntry, type MenuItem } from './MenuChoice.tsx'

/** The entries of a menu. Choices such as colours are tiles above the others, and on phones frequent actions too. */
export function MenuList({
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
