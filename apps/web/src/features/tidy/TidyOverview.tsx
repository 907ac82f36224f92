import { UpgradeButton } from '../session/UpgradeLink.tsx'
import { tidyTexts as texts } from '@nestmark/texts/tidy'
import type { ReactNode } from 'react'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button, ButtonLink } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconChecks } from '../../ui/icons.ts'
import { ListHead } from '../../ui/lists/ListHead.tsx'
import { LoadingRows } from '../../ui/progress/Skeleton.tsx'
import { CheckNow } from '../brokenLinks/BrokenHead.tsx'
import { useBrokenLinks } from '../brokenLinks/data.ts'
import { type TidyGroupName, type TidyItems } from './item.ts'
import css from './Tidy.module.css'
import { TidyGroup } from './TidyGroup.tsx'
import { TidyRows, useLeaving } from './TidyRows.tsx'
import { useBrokenItems, useDuplicateItems } from './useFinderItems.ts'
import { useLinkItems, useSimilarTagItems } from './useTidyItems.ts'

/** The pages of the groups; similar tags have a dialog. */
const wholePages: Partial<Record<TidyGroupName, string>> = {
  duplicates: '/duplicates',
  broken: '/broken',
  untagged: '/tidy?group=untagged',
  forgotten: '/tidy?group=forgotten',
}

/** All groups that have something to tidy, each with its first items. @param isPro the finders are in the plan */
export function TidyOverview({ isPro }: { isPro: boolean }) {
  const { isLeaving, leave } = useLeaving()
  const broken = useBrokenLinks(isPro)
  const read = [
    useDuplicateItems(isPro),
    useBrokenItems(isPro ? broken : { ...broken, links: [] }, leave),
    useLinkItems('untagged', leave),
    useLinkItems('forgotten', leave),
    useSimilarTagItems(leave),
  ]
  const groups: TidyItems[] = read.map(group => {
    const items = group.items.filter(item => !isLeaving(item.id))
    return { ...group, items, total: group.total && group.total - (group.items.length - items.length) }
  })
  const isLoading = groups.some(group => group.total === undefined && !group.error)
  const total = groups.reduce((sum, group) => sum + (group.total ?? 0), 0)
  const isEmpty = !isLoading && total === 0 && groups.every(group => !group.error)
  const unchecked = broken.check?.state === 'never' ? broken.check : undefined
  return (
    <>
      <ListHead title={texts.title} path="/tidy" total={isLoading ? '' : texts.total(total)} />
      {isLoading && <LoadingRows text={texts.looking} />}
      {isEmpty && (
        <EmptyState icon={IconChecks} title={texts.none} line={texts.noneLine(isPro, !unchecked)} />
      )}
      <TidyRows items={groups.flatMap(group => group.items)}>
        {/* A group that comes later would move the others under the pointer. */}
        {!isLoading &&
          groups.map(group => (
            <TidyGroup key={group.name} group={group} showAll={<ShowAll group={group} />} />
          ))}
      </TidyRows>
      {/* Before the rows it would move. */}
      {!isLoading &&
        (isPro ? (
          unchecked && (
            <Foot text={texts.neverChecked}>
              <CheckNow check={unchecked} isMain />
            </Foot>
          )
        ) : (
          <Foot text={texts.pro}>
            <UpgradeButton size="sm">{texts.upgrade}</UpgradeButton>
          </Foot>
        ))}
    </>
  )
}

function ShowAll({ group: { name, total = 0, items } }: { group: TidyItems }) {
  const to = wholePages[name]
  const common = { size: 'sm', variant: 'ghost', className: css.all } as const
  const text = total > items.length ? texts.showAll(total) : texts.open
  const label = texts.showAllOf(text, texts.groups[name].title)
  return to === undefined ? (
    <Button {...common} aria-label={label} onClick={() => openOverlay('similarTags', {})}>
      {text}
    </Button>
  ) : (
    <ButtonLink {...common} to={to} aria-label={label}>
      {text}
    </ButtonLink>
  )
}

function Foot({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={`row wrap t3 ${css.foot}`}>
      <p>{text}</p>
      {children}
    </div>
  )
}
