import { getNextPlan } from '@nestmark/core/plans/planBenefits'
import { gigabyte } from '@nestmark/core/plans/plans'
import { formatStorageSize } from '@nestmark/core/plans/storageSize'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { storageTexts } from '@nestmark/texts/storage'
import { useState } from 'react'
import { upgradePath } from '../../lib/site.ts'
import { ShownDate } from '../../ui/marks/ShownDate.tsx'
import { arePlanLimitsEnabled, arePlansOffered } from '../../lib/serverSetting.ts'
import { ButtonLink, Button } from '../../ui/fields/Button.tsx'
import { useTask } from '../../ui/fields/useTask.ts'
import { CollectionGlyph } from '../../ui/marks/CollectionGlyph.tsx'
import { IconArrowsDownUp, IconDatabase, IconArrowBackUp } from '../../ui/icons.ts'
import { getServerOffer } from '../plans/serverOffer.ts'
import { useMe } from '../session/data.ts'
import { useStorage } from '../settings/data.ts'
import settingsCss from '../settings/Settings.module.css'
import { SettingsLoading } from '../settings/SettingsLoading.tsx'
import { BandwidthDays, BusiestDay } from './BandwidthDays.tsx'
import { LargestLinks } from './LargestLinks.tsx'
import { Meter } from './Meter.tsx'
import { StorageByCategory } from './StorageByCategory.tsx'
import { StorageByCollection } from './StorageByCollection.tsx'
import { StorageCleanUp } from './StorageCleanUp.tsx'
import css from './Storage.module.css'
import { type StoredFilter, useStorageDetails, type StorageDetails } from './storageData.ts'
import { useKeepFocus } from './useKeepFocus.ts'
import { useIsOffline } from '../../lib/connection.ts'
import { useRestoreStoredFiles } from './useRemoveStoredFiles.ts'

/** Shows the storage used by kind, with actions to clean up, and this month's bandwidth. */
export function StorageTab() {
  const storage = useStorage()
  const details = useStorageDetails()
  const [filter, setFilter] = useState<StoredFilter>({ kind: 'all', collection: null })
  const focusProps = useKeepFocus()
  if (!storage.data || !details.data) {
    const retry = () => void Promise.all([storage.refetch(), details.refetch()])
    return <SettingsLoading error={storage.error ?? details.error} onRetry={retry} />
  }
  const { storage_used: used, bw_resets: resets, bw_days: days } = storage.data
  const isLimited = arePlanLimitsEnabled()
  const limit = isLimited ? storage.data.storage_limit : null
  const { reserved, collections } = details.data
  return (
    <div className={css.tab} {...focusProps}>
      <div className={settingsCss.meters}>
        <Meter icon={IconDatabase} title={texts.tabs.storage} used={used} limit={limit}>
          {limit !== null && <span>{texts.left(formatStorageSize(Math.max(0, limit - used)))}</span>}
          {reserved > 0 && <span className="num">{storageTexts.reserved(formatStorageSize(reserved))}</span>}
        </Meter>
        <Meter
          icon={IconArrowsDownUp}
          title={texts.bandwidth}
          used={storage.data.bw_used}
          limit={isLimited ? storage.data.bw_limit : null}
          chart={<BandwidthDays days={days} resets={resets} />}
        >
          <span>
            {texts.startsAgain} <ShownDate time={resets} />
          </span>
          <BusiestDay days={days} resets={resets} />
        </Meter>
      </div>
      <Restorable removals={details.data.restorable} />
      <div className={css.columns} data-single={collections.length === 0 || undefined}>
        <StorageByCategory storage={storage.data} details={details.data} />
        {collections.length > 0 && (
          <StorageByCollection
            collections={collections}
            shared={details.data.shared}
            chosen={filter.collection?._id}
            onChoose={collection => setFilter({ ...filter, collection })}
          />
        )}
      </div>
      <LargestLinks filter={filter} onFilter={setFilter} />
      <StorageCleanUp details={details.data} />
      <UpgradeBanner />
    </div>
  )
}

/** Offers the next larger plan, where plans are offered and there is one. */
function UpgradeBanner() {
  const next = getNextPlan(useMe()?.plan ?? 1, getServerOffer())
  if (!next || !arePlansOffered()) return null
  return (
    <section className={`row g16 ${settingsCss.upgradeBanner}`} aria-labelledby="more-room">
      <CollectionGlyph levels={3} counts={[3, 2, 0, 0, 1]} size={40} />
      <div className="grow">
        <h3 id="more-room" className="w540">
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

const day = 24 * 3_600_000

/** The removals of the last 24 hours, each with a restore button. */
function Restorable({ removals }: { removals: StorageDetails['restorable'] }) {
  const restore = useRestoreStoredFiles()
  const isOffline = useIsOffline()
  const { busy, run } = useTask()
  if (removals.length === 0) return null
  return (
    <ul className="stack g8">
      {removals.map(({ undo, files, copies, removed_at: at }) => (
        <li key={undo} className={`row g12 ${css.removal}`}>
          <span className="grow">
            <strong>{storageTexts.restorable(files, copies)}</strong>{' '}
            <span className="t2">{storageTexts.restorableUntil(formatMoment(at + day))}</span>
          </span>
          <Button
            size="sm"
            icon={IconArrowBackUp}
            disabled={isOffline || busy}
            onClick={() => void run(() => restore(undo))}
          >
            {storageTexts.restore}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const formatMoment = (time: number) =>
  new Date(time).toLocaleString(undefined, { weekday: 'long', hour: 'numeric', minute: '2-digit' })
