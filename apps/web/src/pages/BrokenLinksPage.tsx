import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { useState } from 'react'
import { BrokenBulk } from '../features/brokenLinks/BrokenBulk.tsx'
import { BrokenChips } from '../features/brokenLinks/BrokenChips.tsx'
import { BrokenHead, CheckNow, formatChecked } from '../features/brokenLinks/BrokenHead.tsx'
import { BrokenList } from '../features/brokenLinks/BrokenList.tsx'
import { CheckProgress } from '../features/brokenLinks/CheckProgress.tsx'
import { useBrokenLinks } from '../features/brokenLinks/data.ts'
import { type BrokenFilter, countByFilter, listPlaces, toSections } from '../features/brokenLinks/sections.ts'
import { useBrokenActions, useTicks } from '../features/brokenLinks/useBrokenActions.ts'
import { useMe } from '../features/session/data.ts'
import { isFree } from '../features/session/plan.ts'
import { UpgradeButton } from '../features/session/UpgradeLink.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconLink, IconUnlink } from '../ui/icons.ts'
import { LoadError } from '../ui/progress/LoadError.tsx'
import { Page } from '../ui/page/Page.tsx'
import { LoadingRows } from '../ui/progress/Skeleton.tsx'

/** /broken: the links that did not answer well when they were checked, and what to do about them. */
export default function BrokenLinksPage() {
  const me = useMe()
  const isPro = me !== undefined && !isFree(me)
  const { links, check, error, retry } = useBrokenLinks(isPro)
  const [filter, setFilter] = useState<BrokenFilter>('all')
  const [place, setPlace] = useState<string | null>(null)
  const ticks = useTicks()
  const actions = useBrokenActions(ticks)
  const all = links ?? []
  const here = place === null ? all : all.filter(link => link.parent === place)
  const counts = countByFilter(here)
  const sections = toSections(here, filter)
  const shown = sections.flatMap(section => section.links)
  const showAll = () => {
    setFilter('all')
    setPlace(null)
  }

  const body = () => {
    if (me !== undefined && !isPro)
      return (
        <EmptyState icon={IconUnlink} title={texts.pro} line={texts.proLine}>
          <UpgradeButton>{texts.upgrade}</UpgradeButton>
        </EmptyState>
      )
    if (error) return <LoadError title={texts.failed} error={error} onRetry={retry} />
    if (!check || !links) return <LoadingRows text={texts.looking} />
    if (check.state === 'never')
      return (
        <EmptyState icon={IconUnlink} title={texts.neverChecked} line={texts.neverCheckedLine}>
          <CheckNow check={check} isMain />
        </EmptyState>
      )
    if (all.length === 0)
      return (
        check.finished_at !== null && (
          <EmptyState
            icon={IconLink}
            title={texts.none}
            line={texts.noneLine(check.total, formatChecked(check.finished_at))}
          />
        )
      )
    return (
      <>
        <BrokenChips
          filter={filter}
          counts={counts}
          onFilter={setFilter}
          place={place}
          places={listPlaces(all)}
          onPlace={setPlace}
        />
        {sections.length === 0 ? (
          <EmptyState
            icon={IconLink}
            title={counts.all === 0 && filter === 'all' ? texts.none : texts.noneHere}
          >
            {(filter !== 'all' || place !== null) && <Button onClick={showAll}>{texts.showAll}</Button>}
          </EmptyState>
        ) : (
          <BrokenList sections={sections} filter={filter} ticks={ticks} actions={actions} />
        )}
        <BrokenBulk links={shown} ticks={ticks} actions={actions} />
      </>
    )
  }
  return (
    <Page title={texts.title}>
      <BrokenHead check={check} count={links && countByFilter(all).all} />
      {check && <CheckProgress check={check} />}
      {body()}
      {check && check.encrypted > 0 && check.state !== 'never' && (
        <p style={{ marginTop: 16, color: 'var(--ink3)', fontSize: 12.5 }}>
          {texts.encrypted(check.encrypted)}
        </p>
      )}
    </Page>
  )
}
