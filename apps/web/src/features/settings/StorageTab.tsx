import { getNextPlan } from '@nestmark/core/plans'
import { toStorageBar, formatStorageSize } from '@nestmark/core/storageSize'
import { settingsTexts as texts } from '@nestmark/texts/settings'
import type { ReactNode } from 'react'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { ButtonLink, type Icon } from '../../ui/Button.tsx'
import { categoryLooks } from '../../ui/categories.ts'
import { classes } from '../../ui/classes.ts'
import { CategoryBadge } from '../../ui/CategoryBadge.tsx'
import { IconArrowsDownUp, IconDatabase } from '../../ui/icons.ts'
import { CollectionGlyph } from '../../ui/CollectionGlyph.tsx'
import { useMe } from '../session/data.ts'
import { upgradePath } from '../session/plan.ts'
import { useStorage } from './data.ts'
import css from './Settings.module.css'
import { SettingsLoading } from './SettingsLoading.tsx'

type Counts = 'see' | 'watch' | 'explore' | 'read' | 'listen'

/** The used storage and this month's bandwidth. */
export function StorageTab() {
  const storage = useStorage()
  if (!storage.data) return <SettingsLoading error={storage.error} onRetry={() => void storage.refetch()} />
  const { storage_used: used, storage_limit: limit, storage_cat: sizes, count } = storage.data
  const { bw_used: bandwidthUsed, bw_limit: bandwidthLimit, bw_resets: resets } = storage.data
  return (
    <>
      <div className={css.meters}>
        <Meter icon={IconDatabase} title={texts.tabs.storage} used={used} limit={limit}>
          {texts.left(formatStorageSize(Math.max(0, limit - used)))}
        </Meter>
        <Meter icon={IconArrowsDownUp} title={texts.bandwidth} used={bandwidthUsed} limit={bandwidthLimit}>
          {texts.startsAgain} <time dateTime={isoDate(resets)}>{formatDate(resets)}</time>
        </Meter>
      </div>
      <h3 className={css.sectionTitle}>{texts.byCategory}</h3>
      {used > 0 && (
        <div className={css.categoryBar} aria-hidden="true">
          {categoryLooks.map(({ code, tag, className }) => {
            const share = sizes[tag as Counts] / used
            return share > 0 && <i key={code} className={className} style={{ flexGrow: share }} />
          })}
        </div>
      )}
      <ul className={css.rows}>
        {categoryLooks.map(({ code, tag }, index) => (
          <li key={code} className={css.row}>
            <CategoryBadge category={code} />
            <span className={`${css.strong} ${css.name}`}>{texts.categories[index]}</span>
            <span className="t3">#{tag}</span>
            <span className="grow" />
            <span className="num t2">{texts.savedCount(count[tag as Counts])}</span>
            <span className={`num ${css.size}`}>{formatStorageSize(sizes[tag as Counts])}</span>
          </li>
        ))}
      </ul>
      <UpgradeBanner />
    </>
  )
}

const gigabyte = 1000 ** 3

/** Offers the next larger plan, where there is one. */
function UpgradeBanner() {
  const next = getNextPlan(useMe()?.plan ?? 1)
  if (!next) return null
  return (
    <section className={css.upgradeBanner} aria-labelledby="more-room">
      <CollectionGlyph levels={3} counts={[3, 2, 0, 0, 1]} size={40} />
      <div className="grow">
        <h3 id="more-room" className={css.strong}>
          {texts.moreRoom}
        </h3>
        <p className="t2">
          {texts.moreRoomLine(next.name, next.storage / gigabyte, next.bandwidth / gigabyte)}
        </p>
      </div>
      <ButtonLink to={upgradePath}>{texts.seePlans}</ButtonLink>
    </section>
  )
}

function Meter({
  icon: Glyph,
  title,
  used,
  limit,
  children,
}: {
  icon: Icon
  title: string
  /** In bytes. */
  used: number
  limit: number
  children: ReactNode
}) {
  const { percent, full } = toStorageBar(used, limit)
  return (
    <section className={css.card} aria-label={title}>
      <div className={css.head}>
        <Glyph className="i" /> {title}
        {full && <span className={css.badge}>{texts.almostFull}</span>}
      </div>
      <div className="num">
        <span className={css.value}>{formatStorageSize(used)}</span>{' '}
        <span className="t3">{texts.storageOf(formatStorageSize(limit))}</span>
      </div>
      <div className={classes(css.meterBar, full && css.full)} data-full={full} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </div>
      <div className={`t3 ${css.meta}`}>{children}</div>
    </section>
  )
}
