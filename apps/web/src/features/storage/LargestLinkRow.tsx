import type { StoredLink } from '@nestmark/contract/storage'
import { formatStorageSize } from '@nestmark/core/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { CategoryBadge } from '../../ui/CategoryBadge.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { toParentName } from '../collections/data.ts'
import settingsCss from '../settings/Settings.module.css'
import css from './Storage.module.css'

/** A link with its stored bytes. */
export function LargestLinkRow({
  link,
  isSelected,
  onToggle,
}: {
  link: StoredLink
  isSelected: boolean
  onToggle: () => void
}) {
  const [isFailed, setFailed] = useState(false)
  const name = link.enc === 1 ? texts.encryptedLink : link.name
  return (
    <li className={classes(css.link, isSelected && css.selected)}>
      <Checkbox label={texts.select(name)} checked={isSelected} className={css.tick} onChange={onToggle} />
      <span className={css.thumb}>
        {link.thumbnail !== '' && !isFailed ? (
          <img src={`${link.thumbnail}&w=160`} alt="" loading="lazy" onError={() => setFailed(true)} />
        ) : (
          <CategoryBadge category={link.category} />
        )}
      </span>
      <span className={`grow ${css.name}`}>
        <Link to={`/l/${link._id}`} className={`el ${css.title}`} dir="auto">
          {name}
        </Link>
        <span className={`el t3 ${css.small}`}>{describe(link)}</span>
      </span>
      <span className={`el t2 ${css.where}`} dir="auto">
        {toParentName(link)}
      </span>
      <time className={`t2 ${css.date}`} dateTime={isoDate(link.create_date)}>
        {formatDate(link.create_date)}
      </time>
      <span className={`num ${settingsCss.size}`}>{formatStorageSize(link.bytes)}</span>
    </li>
  )
}

function describe({ enc, category, files, versions, captures, is_trash: isTrashed }: StoredLink): string {
  const one = enc === 1 ? texts.encryptedFile : (texts.uploaded[category - 1] ?? '')
  return [
    ...(files > 0 ? [files === 1 ? one : texts.files(files)] : []),
    ...(versions > 0 ? [texts.versions(versions)] : []),
    ...(captures > 0 ? [texts.captures(captures)] : []),
    ...(isTrashed ? [texts.inTrash] : []),
  ].join(' · ')
}
