import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { type FocusEvent, type MouseEvent, useRef, useState, type CSSProperties } from 'react'
import { useIsOffline } from '../../lib/connection.ts'
import { usePhone } from '../../lib/media/media.ts'
import { type BulkAction, BulkBar } from '../../ui/lists/BulkBar.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { IconArrowsJoin, IconTrash } from '../../ui/icons.ts'
import { VariableRows } from '../../ui/lists/VariableRows.tsx'
import { DuplicateGroupSection } from './DuplicateGroupSection.tsx'
import { useGroupActions, useTicks } from './groupActions.ts'
import { canMerge, type DuplicateGroup } from './groups.ts'
import css from './DuplicateGroup.module.css'
import { focusGroup, useDuplicateKeys } from './useDuplicateKeys.ts'
import { LoadingState, SkeletonBox, skeletonOpacity } from '../../ui/progress/Skeleton.tsx'

/** The estimated height of a group in pixels: in a wide window and on a phone. */
const estimates = { wide: 190, phone: 330 }

/** Lists groups of duplicates, with actions on one and on all of them. Only groups near the window are rendered. */
export function DuplicateList({ groups, level }: { groups: readonly DuplicateGroup[]; level: number }) {
  const phone = usePhone()
  const list = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const ticks = useTicks(level)
  // The keys act on the first group until another one has the focus.
  const current = groups.find(group => group._id === focusedId) ?? groups[0]
  const actions = useGroupActions(groups, ticks, {
    onChoose: group => setFocusedId(group._id),
    onLeave: leaving => {
      const ids = new Set(leaving.map(group => group._id))
      const last = groups.findLastIndex(group => ids.has(group._id))
      const next = groups[last + 1] ?? groups.findLast(group => !ids.has(group._id))
      setFocusedId(next?._id)
      focusGroup(list, next?._id, ids)
    },
  })
  const onKeyDown = useDuplicateKeys(list, { groups, current, ticks, actions })
  const choose = (target: HTMLElement) => {
    const id = target.closest<HTMLElement>('[data-group]')?.dataset.group
    if (id !== undefined && id !== focusedId) setFocusedId(id)
  }
  // The current group is higher than others: what is pressed would move away from the pointer before the click.
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.matches(':focus-visible')) choose(target)
  }
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof HTMLElement && !target.closest('button, input, a')) choose(target)
  }
  const renderGroup = (index: number) => {
    const group = groups[index]
    return (
      group && (
        <DuplicateGroupSection
          group={group}
          nth={index + 1}
          count={groups.length}
          ticked={ticks.tickedOf(group)}
          isFocused={group === current}
          actions={actions}
        />
      )
    )
  }
  return (
    // The keys act on the group that has the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} onKeyDown={onKeyDown} onFocus={onFocus} onClick={onClick} className={css.list}>
      <VariableRows
        name={`duplicates ${level} ${phone}`}
        count={groups.length}
        estimate={phone ? estimates.phone : estimates.wide}
        rowId={index => groups[index]?._id}
        row={renderGroup}
      />
      <DuplicatesBulk groups={groups} tickedOf={ticks.tickedOf} actions={actions} onClear={clear} />
    </div>
  )

  /** Unticks everything. */
  function clear(): void {
    ticks.change(new Map(groups.flatMap(group => group.links.map(link => [link._id, false] as const))))
  }
}

function DuplicatesBulk({
  groups,
  tickedOf,
  actions,
  onClear,
}: {
  groups: readonly DuplicateGroup[]
  tickedOf: (group: DuplicateGroup) => ReadonlySet<string>
  actions: ReturnType<typeof useGroupActions>
  onClear: () => void
}) {
  const needsServer = useIsOffline()
  const phone = usePhone()
  const affected = groups.filter(group => tickedOf(group).size > 0)
  const selected = affected.reduce((sum, group) => sum + tickedOf(group).size, 0)
  if (selected === 0) return null
  const mergeable = affected.filter(group => canMerge(group, tickedOf(group)))
  const all: (BulkAction | false)[] = [
    mergeable.length > 0 && {
      label: texts.merge,
      icon: IconArrowsJoin,
      run: () => actions.merge(mergeable),
    },
    { label: texts.trash, icon: IconTrash, danger: true, run: () => actions.remove(affected) },
  ]
  const links = groups.reduce((sum, group) => sum + group.links.length, 0)
  return (
    <BulkBar
      label={texts.bulk}
      count={phone ? texts.selectedShort(selected) : texts.selected(selected, affected.length)}
      actions={needsServer ? [] : all.filter(action => action !== false)}
      onClear={onClear}
    >
      <Checkbox
        small={!phone}
        label={texts.selectAgain}
        checked={selected === links - groups.length}
        indeterminate={selected < links - groups.length}
        onChange={() => (selected < links - groups.length ? actions.reset(groups) : onClear())}
      />
    </BulkBar>
  )
}

/** The place of the list while it is loading: two groups. */
export function DuplicateSkeleton() {
  return (
    <div className={css.skeleton}>
      <LoadingState text={texts.looking}>
        {[0, 1].map(nth => (
          <div key={nth} style={{ marginTop: 18, opacity: skeletonOpacity(nth * 3) }}>
            <SkeletonBox style={{ width: 320, maxWidth: '70%', height: 14 }} />
            <div className={css.tiles} style={{ '--nm-columns': 3, marginTop: 12 } as CSSProperties}>
              {[0, 1, 2].slice(nth).map(tile => (
                <SkeletonBox key={tile} style={{ height: 100, borderRadius: 10 }} />
              ))}
            </div>
          </div>
        ))}
      </LoadingState>
    </div>
  )
}
