import type { Link } from '@nestmark/contract/shapes'
import { type CountedTag, listTags } from '@nestmark/contract/tags'
import { listUntidyLinks, type UntidyGroup, dismissUntidyLinks } from '@nestmark/contract/tidy'
import { groupSimilarTags } from '@nestmark/core/words/similarTags'
import { tagsTexts } from '@nestmark/texts/collections/tags'
import { tidyTexts as texts } from '@nestmark/texts/tidy'
import { useMemo } from 'react'
import { useOperation, useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { formatDate } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { IconArrowsJoin, IconCheck, IconHash } from '../../ui/icons.ts'
import { toParentName } from '../collections/data.ts'
import { useTrashLinks } from '../links/data.ts'
import { formatSource, formatTitle, toMovable } from '../links/linkDisplay.ts'
import { useMergeTags } from '../tags/data.ts'
import { type Leave, shownAtFirst, type TidyItem, type TidyItems, toTrashAction } from './item.ts'
import { toast } from '../../lib/toasts.ts'

/** Returns a function that keeps a link as it is, with an undo button. */
function useDismissUntidyLinks(): (link: Link, group: UntidyGroup) => Promise<unknown> {
  const { mutateAsync } = useOperationMutation(dismissUntidyLinks)
  return async (link, group) => {
    await mutateAsync({ links: [link._id], group })
    const again = async () => {
      await mutateAsync({ links: [link._id], group, kept: 0 })
      toast({ title: texts.listedAgain, line: formatTitle(link) })
    }
    toast({
      title: texts.dismissed,
      line: texts.dismissedLine[group],
      // A refusal has its own toast.
      undo: () => void again().catch(() => undefined),
    })
  }
}

/** Returns a function that makes the item of a link without tags, or of a forgotten one. */
function useToLinkItem(group: UntidyGroup, leave: Leave): (link: Link) => TidyItem {
  const keep = useDismissUntidyLinks()
  const trash = useTrashLinks()
  return link => {
    const id = `${group} ${link._id}`
    return {
      id,
      title: formatTitle(link),
      facts: [formatSource(link), toParentName(link), texts.savedOn(formatDate(link.create_date))],
      link,
      actions: [
        group === 'untagged' && {
          label: texts.tag,
          icon: IconHash,
          shortcut: 't',
          run: () => openOverlay('tagLinks', { links: [toMovable(link)] }),
        },
        { label: texts.keep, icon: IconCheck, shortcut: 'e', run: () => leave(id, () => keep(link, group)) },
        toTrashAction(() => leave(id, () => trash.mutateAsync({ linkIdArr: [link._id], isTrash: 1 }))),
      ],
    }
  }
}

/** Reads the links without tags, or the forgotten ones; `at` makes the item of any of them. */
export function useLinkItems(
  group: UntidyGroup,
  leave: Leave,
): TidyItems & { pages: Pages<Link>; at: (index: number) => TidyItem | undefined } {
  const pages = useOperationPages(listUntidyLinks, { group })
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
    error: pages.error,
    retry: pages.retry,
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
    error: tags.data === undefined ? tags.error : null,
    retry: () => void tags.refetch(),
  }
}
