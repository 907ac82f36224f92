import type { BrokenLink } from '@nestmark/contract/brokenLinks'
import { findDuplicates } from '@nestmark/contract/duplicates'
import type { Link } from '@nestmark/contract/shapes'
import { type CountedTag, listTags } from '@nestmark/contract/tags'
import type { UntidyGroup } from '@nestmark/contract/tidy'
import { groupSimilarTags } from '@nestmark/core/similarTags'
import { tagsTexts } from '@nestmark/texts/tags'
import { tidyTexts as texts } from '@nestmark/texts/tidy'
import { useMemo } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { formatDate } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlay.ts'
import {
  IconArrowsJoin,
  IconCheck,
  IconCopyOff,
  IconCornerUpRight,
  IconEyeOff,
  IconHash,
  IconTrash,
} from '../../ui/icons.ts'
import { type useBrokenLinks, useIgnoreBrokenLinks, useUpdateAddresses } from '../brokenLinks/data.ts'
import { useDeleteDuplicateBroken as useDeleteBroken } from '../brokenLinks/deleteBroken.ts'
import { describeStatus } from '../brokenLinks/describeStatus.ts'
import { toParentName } from '../collections/data.ts'
import {
  formatGroupTitle,
  useDeleteDuplicateBroken,
  useDuplicateCounts,
  useMarkDistinct,
  useMergeDuplicates,
} from '../duplicates/data.ts'
import {
  canMerge,
  describeMerge,
  type DuplicateGroup,
  findKept,
  listTicked,
  toGroups,
} from '../duplicates/groups.ts'
import { useTrashLinks } from '../links/data.ts'
import { formatSource, formatTitle, toMovable } from '../links/linkDisplay.ts'
import { useMergeTags } from '../tags/data.ts'
import { useKeepLinks, useUntidyLinks } from './data.ts'
import { shownAtFirst, type TidyAction, type TidyItem, type TidyItems } from './item.ts'

/** The level of the page of duplicates at first: without tracking. */
const level = 3
const noChanges = new Map<string, boolean>()

/** Runs an action, and hides its item from the start on. */
export type Leave = (id: string, work: () => Promise<unknown>) => void

/** Reads the first groups of duplicates, of those that the server knows. */
export function useDuplicateItems(enabled: boolean): TidyItems {
  const counts = useDuplicateCounts(enabled)
  const found = useOperation(findDuplicates, { level, limit: shownAtFirst }, { enabled, quiet: true })
  const groups = useMemo(() => toGroups(found.data ?? {}), [found.data])
  const remove = useDeleteDuplicateBroken()
  const distinct = useMarkDistinct()
  const merge = useMergeDuplicates(kept => {
    const group = groups.find(({ links }) => links.some(link => link._id === kept))
    return group && describeMerge(group, listTicked(group, level, noChanges))
  })
  const toItem = (group: DuplicateGroup): TidyItem => {
    const ticked = listTicked(group, level, noChanges)
    const kept = findKept(group, ticked)
    const others = group.links.filter(link => ticked.has(link._id))
    const actions: (TidyAction | false)[] = [
      canMerge(group, ticked) &&
        kept !== undefined && {
          label: texts.merge,
          icon: IconArrowsJoin,
          shortcut: 'm',
          run: () => merge.mutate({ groups: [{ keep: kept._id, links: [...ticked] }] }),
        },
      {
        label: texts.distinct,
        icon: IconCopyOff,
        shortcut: 'e',
        run: () => distinct.mutate({ links: group.links.map(link => link._id) }),
      },
      others.length > 0 && {
        label: texts.trashOthers,
        icon: IconTrash,
        shortcut: 'delete',
        danger: true,
        run: () => remove.mutate({ links: others.map(({ _id, tags }) => ({ _id, tags, kept: kept?._id })) }),
      },
    ]
    return {
      id: `duplicates ${group._id}`,
      title: formatGroupTitle(group),
      facts: [texts.links(group.links.length), formatSource(group.links[0] as Link)],
      link: group.links[0] as Link,
      actions: actions.filter(action => action !== false),
    }
  }
  return {
    name: 'duplicates',
    total: enabled ? counts?.groups[level - 1] : 0,
    items: groups.map(toItem),
    error:
      found.error && found.data === undefined
        ? { error: found.error, retry: () => void found.refetch() }
        : undefined,
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
    const actions: (TidyAction | false)[] = [
      link.state === 'moved' && {
        label: texts.update,
        icon: IconCornerUpRight,
        shortcut: 'u',
        run: () => leave(id, () => update.mutateAsync({ links: [link._id] })),
      },
      { label: texts.ignore, icon: IconEyeOff, shortcut: 'e', run: () => ignore([link], 1) },
      {
        label: texts.trash,
        icon: IconTrash,
        shortcut: 'delete',
        danger: true,
        run: () => leave(id, () => remove([link])),
      },
    ]
    const { title, code } = describeStatus(link)
    return {
      id,
      title: formatTitle(link),
      facts: [[title, code].filter(Boolean).join(', '), formatSource(link)],
      link,
      actions: actions.filter(action => action !== false),
    }
  }
  return {
    name: 'broken',
    total: shown?.length,
    items: (shown ?? []).slice(0, shownAtFirst).map(toItem),
    error: error ? { error, retry } : undefined,
  }
}

/** Returns a function that makes the item of a link without tags, or of a forgotten one. */
function useToLinkItem(group: UntidyGroup, leave: Leave): (link: Link) => TidyItem {
  const keep = useKeepLinks()
  const trash = useTrashLinks()
  return link => {
    const id = `${group} ${link._id}`
    return {
      id,
      title: formatTitle(link),
      facts: [formatSource(link), toParentName(link), texts.savedOn(formatDate(link.create_date))],
      link,
      actions: [
        ...(group === 'untagged'
          ? [
              {
                label: texts.tag,
                icon: IconHash,
                shortcut: 't' as const,
                run: () => openOverlay('tagLinks', { links: [toMovable(link)] }),
              },
            ]
          : []),
        { label: texts.keep, icon: IconCheck, shortcut: 'e', run: () => leave(id, () => keep(link, group)) },
        {
          label: texts.trash,
          icon: IconTrash,
          shortcut: 'delete',
          danger: true,
          run: () => leave(id, () => trash.mutateAsync({ linkIdArr: [link._id], isTrash: 1 })),
        },
      ],
    }
  }
}

/** Reads the links without tags, or the forgotten ones; `at` makes the item of any of them. */
export function useLinkItems(
  group: UntidyGroup,
  leave: Leave,
): TidyItems & { pages: Pages<Link>; at: (index: number) => TidyItem | undefined } {
  const pages = useUntidyLinks(group)
  const toItem = useToLinkItem(group, leave)
  const at = (index: number) => {
    const link = pages.at(index)
    return link && toItem(link)
  }
  const first = Array.from({ length: Math.min(pages.total ?? 0, shownAtFirst) }, (_, index) => at(index))
  return {
    name: group,
    total: pages.total,
    items: first.filter(item => item !== undefined),
    error: pages.error ? { error: pages.error, retry: pages.retry } : undefined,
    pages,
    at,
  }
}

/** Reads the tags, and groups those that are forms of one word. */
export function useSimilarTagItems(leave: Leave): TidyItems {
  const tags = useOperation(listTags, { sort: 'links' }, { quiet: true })
  const groups = useMemo(() => groupSimilarTags(tags.data ?? []), [tags.data])
  const merge = useMergeTags()
  const toItem = (group: readonly CountedTag[]): TidyItem => {
    const [into, ...others] = group as [CountedTag, ...CountedTag[]]
    const id = `similarTags ${into._id}`
    return {
      id,
      title: group.map(tag => `#${tag.name}`).join(', '),
      facts: [tagsTexts.linkCount(into.links_count), texts.mergedInto(into.name)],
      actions: [
        {
          label: tagsTexts.mergeIntoName(into.name),
          icon: IconArrowsJoin,
          shortcut: 'm',
          run: () => leave(id, () => merge.mutateAsync({ tags: others.map(tag => tag._id), into: into._id })),
        },
      ],
    }
  }
  return {
    name: 'similarTags',
    total: tags.data && groups.length,
    items: groups.slice(0, shownAtFirst).map(toItem),
    error:
      tags.error && tags.data === undefined
        ? { error: tags.error, retry: () => void tags.refetch() }
        : undefined,
  }
}
