import type { StoredLink } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import type { MouseEvent } from 'react'
import { ShownDate } from '../../ui/marks/TimeAgo.tsx'
import { useLongPress } from '../../lib/focus/useLongPress.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { openContextMenu } from '../../ui/menus/contextMenu.ts'
import { toParentName } from '../collections/data.ts'
import settingsCss from '../settings/Settings.module.css'
import css from './Storage.module.css'
import { formatStoredName } from './storageData.ts'
import { StoredLinkMenu } from './StoredLinkMenu.tsx'
import { StoredName } from './StoredPages.tsx'

/** A link with its stored bytes, and its menu. */
export function LargestLinkRow({
  link,
  isSelecting,
  isSelected,
  onToggle,
  onRemove,
  onTrash,
}: {
  link: StoredLink
  /** Links are selected: a context menu is that of the selection. */
  isSelecting: boolean
  isSelected: boolean
  onToggle: () => void
  onRemove: () => void
  onTrash: () => void
}) {
  const name = formatStoredName(link)
  const pressProps = useLongPress(onToggle)
  const select = () => {
    if (!isSelected) onToggle()
  }
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    pressProps.onContextMenu(event)
    openContextMenu(event, isSelecting ? select : undefined)
  }
  return (
    <li
      {...pressProps}
      onContextMenu={onContextMenu}
      className={classes('row', css.link, isSelected && css.selected)}
    >
      <Checkbox label={texts.select(name)} checked={isSelected} className={css.tick} onChange={onToggle} />
      <StoredName link={link} />
      <span className={`el t2 rigid ${css.where}`} dir="auto">
        {toParentName(link)}
      </span>
      <ShownDate className={`t2 rigid ${css.date}`} time={link.create_date} />
      <span className={`num ${settingsCss.size}`}>{formatStoredSize(link.bytes)}</span>
      <StoredLinkMenu link={link} onRemove={onRemove} onTrash={onTrash} />
    </li>
  )
}
