import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { IconTrash } from '../../ui/icons.ts'
import { useDeleteDuplicates, useMarkDistinct, useMergeDuplicates } from './data.ts'
import {
  canMerge,
  type DuplicateGroup,
  findTarget,
  keepNext,
  keepOnly,
  type ChangedTicks,
  listTicked,
} from './groups.ts'
import { useMemo, useState } from 'react'

/** What can be done with groups. */
export interface GroupActions {
  /** Ticks or unticks a link; refuses to tick the last one of its group that is not ticked. */
  tick: (group: DuplicateGroup, id: string) => void
  /** Keeps one link of a group, and ticks the others. */
  keep: (group: DuplicateGroup, id: string) => void
  keepNext: (group: DuplicateGroup, ticked: ReadonlySet<string>) => void
  /** Forgets what the person has changed. */
  reset: (groups: readonly DuplicateGroup[]) => void
  merge: (groups: readonly DuplicateGroup[]) => void
  /** Asks, and moves the ticked links to the trash. */
  remove: (groups: readonly DuplicateGroup[]) => void
  markDistinct: (group: DuplicateGroup) => void
}

/** A group, the ids of its ticked links, and what can be done with it. */
export interface GroupProps {
  group: DuplicateGroup
  ticked: ReadonlySet<string>
  actions: GroupActions
}

/**
 * @param onChoose called with a group whose merge has another result now
 * @param onLeave called with groups that are about to leave the list
 */
export function useGroupActions(
  groups: readonly DuplicateGroup[],
  ticks: Ticks,
  {
    onChoose,
    onLeave,
  }: {
    onChoose: (group: DuplicateGroup) => void
    onLeave: (groups: readonly DuplicateGroup[]) => void
  },
): GroupActions {
  const deleteLinks = useDeleteDuplicates()
  const setDistinct = useMarkDistinct()
  const { tickedOf } = ticks
  const mergeGroups = useMergeDuplicates(groups, tickedOf)
  return {
    tick(group, id) {
      const ticked = tickedOf(group)
      const isTicked = ticked.has(id)
      if (!isTicked && ticked.size + 1 === group.links.length) {
        toast({ tone: 'danger', title: texts.oneStays, line: texts.oneStaysLine })
        return
      }
      // The others stay as they are shown, also where the level has ticked them.
      const states = group.links.map(link => [link._id, ticked.has(link._id)] as const)
      ticks.change(new Map([...states, [id, !isTicked]]))
    },
    keep(group, id) {
      ticks.change(keepOnly(group, id))
      onChoose(group)
    },
    keepNext(group, ticked) {
      ticks.change(keepNext(group, ticked))
      onChoose(group)
    },
    reset: groups => ticks.reset(groups.flatMap(group => group.links.map(link => link._id))),
    merge(groups) {
      const merges = groups.flatMap(group => {
        const ticked = tickedOf(group)
        const target = canMerge(group, ticked) ? findTarget(group, ticked) : undefined
        return target ? { keep: target._id, links: [...ticked] } : []
      })
      if (merges.length === 0) return
      onLeave(groups)
      mergeGroups.mutate({ groups: merges })
    },
    remove(groups) {
      const affected = groups.filter(group => tickedOf(group).size > 0)
      const links = affected.flatMap(group => {
        const ticked = tickedOf(group)
        const target = findTarget(group, ticked)?._id
        return group.links
          .filter(link => ticked.has(link._id))
          .map(({ _id, tags }) => ({ _id, tags, kept: target }))
      })
      if (links.length === 0) return
      openOverlay('confirm', {
        title: texts.askTrash(links.length, affected.length),
        body: texts.askTrashLine,
        confirm: texts.trash,
        icon: IconTrash,
        danger: true,
        run: () => {
          onLeave(affected)
          return deleteLinks.mutateAsync({ links })
        },
      })
    },
    markDistinct(group) {
      onLeave([group])
      setDistinct.mutate({ links: group.links.map(link => link._id) })
    },
  }
}

/** The ticks of all groups. */
export interface Ticks {
  tickedOf: (group: DuplicateGroup) => ReadonlySet<string>
  change: (changes: ChangedTicks) => void
  /** Ticks links again as they are at first. */
  reset: (ids: readonly string[]) => void
}

/** Manages which links are ticked. What the person has changed stays when the level changes. */
export function useTicks(level: number): Ticks {
  const [changed, setChanged] = useState<ChangedTicks>(new Map())
  return useMemo(() => {
    const known = new WeakMap<DuplicateGroup, ReadonlySet<string>>()
    return {
      tickedOf(group) {
        const ticked = known.get(group) ?? listTicked(group, level, changed)
        known.set(group, ticked)
        return ticked
      },
      change: changes => setChanged(now => new Map([...now, ...changes])),
      reset: ids =>
        setChanged(now => {
          const dropped = new Set(ids)
          return new Map([...now].filter(([id]) => !dropped.has(id)))
        }),
    }
  }, [level, changed])
}
