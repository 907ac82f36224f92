import { toStorageBar, formatStorageSize } from '@nestmark/core/plans/storageSize'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { storageTexts } from '@nestmark/texts/storage'
import type { ReactNode } from 'react'
import type { Icon } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import css from '../settings/Settings.module.css'
import storageCss from './Storage.module.css'

/** A card with used and available bytes, as numbers and as a bar; without a limit, with the used bytes alone. */
export function Meter({
  icon: Glyph,
  title,
  used,
  limit,
  chart,
  children,
}: {
  icon: Icon
  title: string
  /** In bytes. */
  used: number
  limit: number | null
  /** An icon next to the number. */
  chart?: ReactNode
  children: ReactNode
}) {
  const { percent, full } = limit === null ? { percent: 0, full: false } : toStorageBar(used, limit)
  const isFull = limit !== null && used >= limit
  return (
    <section className={`panel stack g10 top ${css.card}`} aria-label={title}>
      <div className={`row g8 t2 ${css.head}`}>
        <Glyph className="i" /> {title}
        {full && (
          <span className={classes('push f12', css.badge, isFull && css.badgeFull)}>
            {isFull ? storageTexts.full : texts.almostFull}
          </span>
        )}
      </div>
      <div className={storageCss.figures}>
        <div className="num">
          <span className={css.value}>{formatStorageSize(used)}</span>{' '}
          <span className="t3">
            {limit === null ? texts.storageUsed : texts.storageOf(formatStorageSize(limit))}
          </span>
        </div>
        {chart}
      </div>
      {limit !== null && (
        <div
          className={classes(css.meterBar, full && css.full, isFull && css.over)}
          data-full={full}
          aria-hidden="true"
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
      <div className={`t3 flex wrap mt4 ${storageCss.meta}`}>{children}</div>
    </section>
  )
}
