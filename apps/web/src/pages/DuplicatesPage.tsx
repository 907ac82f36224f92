import type { DuplicateLevel } from '@nestmark/core/addresses/duplicates'
import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { useMemo, useState } from 'react'
import { useSearchParams } from '../lib/router/location.ts'
import { useDelayed } from '../lib/useDelayed.ts'
import { addCounts, useDuplicateCounts, useDuplicates } from '../features/duplicates/data.ts'
import { DuplicateList, DuplicateSkeleton } from '../features/duplicates/DuplicateList.tsx'
import { DuplicatesHead } from '../features/duplicates/DuplicatesHead.tsx'
import { type GroupSort, sortGroups, toGroups } from '../features/duplicates/groups.ts'
import { LevelChoice } from '../features/duplicates/LevelChoice.tsx'
import { useEncryptedDuplicates } from '../features/duplicates/useEncryptedDuplicates.ts'
import { useMe } from '../features/session/data.ts'
import { isFree } from '../features/session/plan.ts'
import { UpgradeButton } from '../features/session/UpgradeLink.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconCopyCheck, IconSparkles } from '../ui/icons.ts'
import { LoadError } from '../ui/progress/LoadError.tsx'
import { Page } from '../ui/page/Page.tsx'

/** Between a choice of a level and the change of the list, so that keys can pass levels, in milliseconds. */
const levelDelay = 120

/** /duplicates: links that were saved more than once, to delete or to merge. */
export default function DuplicatesPage() {
  const me = useMe()
  const isPro = me !== undefined && !isFree(me)
  const { level, listed, setLevel } = useLevel()
  const [sort, setSort] = useState<GroupSort>('largest')
  const counts = useDuplicateCounts(isPro)
  const { data, error, refetch } = useDuplicates(listed, isPro)
  const encrypted = useEncryptedDuplicates(isPro)
  const groups = useMemo(
    () => (data ? sortGroups([...toGroups(data), ...(encrypted[listed - 1] ?? [])], sort) : undefined),
    [data, encrypted, listed, sort],
  )
  const totals = counts && addCounts(counts, encrypted)
  const shown = totals && { groups: totals.groups[listed - 1] ?? 0, links: totals.links[listed - 1] ?? 0 }
  const total = shown && shown.groups > 0 ? texts.total(shown.groups, shown.links) : ''
  if (me !== undefined && !isPro)
    return (
      <Page title={texts.title}>
        <DuplicatesHead total="" sort={undefined} onSort={setSort} />
        <EmptyState icon={IconSparkles} title={texts.pro} line={texts.proLine}>
          <UpgradeButton>{texts.upgrade}</UpgradeButton>
        </EmptyState>
      </Page>
    )
  return (
    <Page title={texts.title}>
      <DuplicatesHead total={total} sort={groups?.length ? sort : undefined} onSort={setSort} />
      <LevelChoice level={level} counts={totals?.groups} onChange={setLevel} />
      {groups ? (
        groups.length > 0 ? (
          <>
            <DuplicateList groups={groups} level={listed} />
            {shown && shown.groups > groups.length && groups.length >= 100 && (
              <p className="t3">{texts.firstGroups(groups.length)}</p>
            )}
          </>
        ) : (
          <EmptyState
            icon={IconCopyCheck}
            title={texts.none}
            line={totals?.groups.some(count => count > 0) ? texts.otherLevels : texts.noneLine}
          />
        )
      ) : error ? (
        <LoadError title={texts.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <DuplicateSkeleton />
      )}
    </Page>
  )
}

/** Returns the chosen level, which is in the address, and the one that the list shows. */
function useLevel() {
  const [parameters, setParameters] = useSearchParams()
  const inAddress = Number(parameters.get('level') ?? 3)
  const level = (inAddress >= 1 && inAddress <= 5 ? Math.floor(inAddress) : 3) as DuplicateLevel
  const listed = useDelayed(level, levelDelay)
  const setLevel = (next: DuplicateLevel) => setParameters({ level: String(next) }, { replace: true })
  return { level, listed, setLevel }
}
