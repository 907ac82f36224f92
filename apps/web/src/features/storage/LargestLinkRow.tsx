import type { StoredLink } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import type { MouseEvent } from 'react'
import { ShownDate } from '../../ui/marks/ShownDate.tsx'
import { useLongPress } from '../../lib/focus/useLongPress.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { openContextMenu } from '../../ui/menus/contextMenu.ts'
import { toParentName } from '../collections/data.ts'
import { formatStoredName } from './storageData.ts'
import { StoredName } from './StoredPages.tsx'
import { linksTexts } from '@nestmark/texts/links/links'
import { uiTexts } from '@nestmark/texts/ui'
import { useIsOffline } from '../../lib/connection.ts'
import { usePhone } from '../../lib/media/media.ts'
import { IconExternalLink, IconFileOff, IconFolder, IconTrash } from '../../ui/icons.ts'
import { MenuTitle } from '../../ui/menus/MenuTitle.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { useMe } from '../session/data.ts'
import settingsCss from '../settings/Settings.module.css'
import css from './Storage.module.css'

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

/** The menu of a row: opens the link or its collection, removes the files, or trashes the link. */
function StoredLinkMenu({
  link,
  onRemove,
  onTrash,
}: {
  link: StoredLink
  onRemove: () => void
  onTrash: () => void
}) {
  const phone = usePhone()
  const rootId = useMe()?.root_folder
  const isOffline = useIsOffline()
  const isTrashed = link.is_trash === 1
  const name = formatStoredName(link)
  const collectionPath = link.parent === rootId ? '/dashboard' : `/c/${link.parent}`
  return (
    <MoreMenu
      label={linksTexts.actionsOf(name)}
      head={phone && <MenuTitle title={name} />}
      items={[
        { label: texts.open, icon: IconExternalLink, to: `/l/${link._id}` },
        isTrashed
          ? { label: texts.showInTrash, icon: IconTrash, to: '/trash?tab=links' }
          : { label: texts.showInCollection, icon: IconFolder, to: collectionPath },
        'line',
        { label: texts.removeFilesOfOne, icon: IconFileOff, disabled: isOffline, run: onRemove },
        !isTrashed && { label: texts.moveToTrash, icon: IconTrash, danger: true, run: onTrash },
      ]}
      small
      iconClass={phone ? 's18' : ''}
      tip={uiTexts.more}
    />
  )
}
