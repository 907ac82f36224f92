import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import { findDuplicates } from '@nestmark/contract/links/duplicates'
import type { Link } from '@nestmark/contract/shapes'
import { tidyTexts as texts } from '@nestmark/texts/tidy'
import { useMemo } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { IconArrowsJoin, IconCopyOff, IconCornerUpRight, IconEyeOff } from '../../ui/icons.ts'
import {
  type useBrokenLinks,
  useDeleteBroken,
  useIgnoreBrokenLinks,
  useUpdateAddresses,
} from '../brokenLinks/data.ts'
import { describeStatus } from '../brokenLinks/describeStatus.ts'
import {
  formatGroupTitle,
  useDeleteDuplicates,
  useDuplicateCounts,
  useMarkDistinct,
  useMergeDuplicates,
} from '../duplicates/data.ts'
import { canMerge, type DuplicateGroup, findTarget, listTicked, toGroups } from '../duplicates/groups.ts'
import { formatSource, formatTitle } from '../links/linkDisplay.ts'
import { type Leave, shownAtFirst, type TidyItem, type TidyItems, toTrashAction } from './item.ts'

/** The level of the page of duplicates at first: without tracking. */
const level = 3

/** Reads the first groups of duplicates, of those that the server knows. */
export function useDuplicateItems(enabled: boolean): TidyItems {
  const counts = useDuplicateCounts(enabled)
  const found = useOperation(findDuplicates, { level, limit: shownAtFirst }, { enabled, quiet: true })
  const groups = useMemo(() => toGroups(found.data ?? {}), [found.data])
  const remove = useDeleteDuplicates()
  const distinct = useMarkDistinct()
  const tickedOf = (group: DuplicateGroup) => listTicked(group, level, new Map())
  const merge = useMergeDuplicates(groups, tickedOf)
  const toItem = (group: DuplicateGroup): TidyItem => {
    const ticked = tickedOf(group)
    const target = findTarget(group, ticked)
    const others = group.links.filter(link => ticked.has(link._id))
    return {
      id: `duplicates ${group._id}`,
      title: formatGroupTitle(group),
      facts: [texts.links(group.links.length), formatSource(group.links[0] as Link)],
      link: group.links[0] as Link,
      actions: [
        canMerge(group, ticked) &&
          target !== undefined && {
            label: texts.merge,
            icon: IconArrowsJoin,
            shortcut: 'm',
            run: () => merge.mutate({ groups: [{ keep: target._id, links: [...ticked] }] }),
          },
        {
          label: texts.distinct,
          icon: IconCopyOff,
          shortcut: 'e',
          run: () => distinct.mutate({ links: group.links.map(link => link._id) }),
        },
        others.length > 0 &&
          toTrashAction(
            () => remove.mutate({ links: others.map(({ _id, tags }) => ({ _id, tags, kept: target?._id })) }),
            texts.trashOthers,
          ),
      ],
    }
  }
  return {
    name: 'duplicates',
    total: enabled ? found.data && counts?.groups[level - 1] : 0,
    items: groups.map(toItem),
    error: found.data === undefined ? found.error : null,
    retry: () => void found.refetch(),
  }
}

/** Makes the items of broken links, without ignored ones. */
export function useBrokenItems(
  { links, error, retry }: Pick<ReturnType<typeof useBrokenLinks>, 'links' | 'error' | 'retry'>,
  leave: Leave,
): TidyItems {
  const ignore = useIgnoreBrokenLinks()
  const update = useUpdateAddresses()
  const remove = useDeleteBroken()
  const shown = links?.filter(link => link.ignored === 0 && link.state !== 'answered')
  const toItem = (link: BrokenLink): TidyItem => {
    const id = `broken ${link._id}`
    const { title, code } = describeStatus(link)
    return {
      id,
      title: formatTitle(link),
      facts: [[title, code].filter(Boolean).join(', '), formatSource(link)],
      link,
      actions: [
        link.state === 'moved' && {
          label: texts.update,
          icon: IconCornerUpRight,
          shortcut: 'u',
          run: () => leave(id, () => update.mutateAsync({ links: [link._id] })),
        },
        { label: texts.ignore, icon: IconEyeOff, shortcut: 'e', run: () => ignore([link], 1) },
        toTrashAction(() => leave(id, () => remove([link]))),
      ],
    }
  }
  return {
    name: 'broken',
    total: shown?.length,
    items: (shown ?? []).slice(0, shownAtFirst).map(toItem),
    error,
    retry,
  }
}
