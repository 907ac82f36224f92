import type { StoredLink } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { type MouseEvent, useState } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { useLongPress } from '../../lib/focus/useLongPress.ts'
import { CategoryBadge } from '../../ui/marks/CategoryBadge.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { openContextMenu } from '../../ui/menus/contextMenu.ts'
import { toParentName } from '../collections/data.ts'
import settingsCss from '../settings/Settings.module.css'
import css from './Storage.module.css'
import { formatStoredName } from './storageData.ts'
import { StoredLinkMenu } from './StoredLinkMenu.tsx'

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
      <StoredThumb link={link} />
      <span className={`grow ${css.name}`}>
        <Link to={`/l/${link._id}`} className="el w560" dir="auto">
          {name}
        </Link>
        <span className="el t3 text12">{describeStored(link)}</span>
      </span>
      <span className={`el t2 rigid ${css.where}`} dir="auto">
        {toParentName(link)}
      </span>
      <time className={`t2 rigid ${css.date}`} dateTime={isoDate(link.create_date)}>
        {formatDate(link.create_date)}
      </time>
      <span className={`num ${settingsCss.size}`}>{formatStoredSize(link.bytes)}</span>
      <StoredLinkMenu link={link} onRemove={onRemove} onTrash={onTrash} />
    </li>
  )
}

/** The picture of a link, or its category. */
export function StoredThumb({ link }: { link: StoredLink }) {
  const [isFailed, setFailed] = useState(false)
  return (
    <span className={`centre rigid ${css.thumb}`}>
      {link.thumbnail !== '' && !isFailed ? (
        <img
          className="cover"
          src={`${link.thumbnail}&w=160`}
          alt=""
          loading="lazy"
          onError={() => setFailed(true)}
        />
      ) : (
        <CategoryBadge category={link.category} />
      )}
    </span>
  )
}

/** Describes what is stored for a link. */
export function describeStored({
  enc,
  category,
  files,
  versions,
  captures,
  is_trash: isTrashed,
}: StoredLink): string {
  const one = enc === 1 ? texts.encryptedFile : (texts.uploaded[category - 1] ?? '')
  return [
    ...(files > 0 ? [files === 1 ? one : texts.files(files)] : []),
    ...(versions > 0 ? [texts.versions(versions)] : []),
    ...(captures > 0 ? [texts.captures(captures)] : []),
    ...(isTrashed ? [texts.inTrash] : []),
  ].join(' · ')
}
