import { showError } from '../../lib/api/showError.ts'
import {
  countDuplicates,
  type DuplicateLink,
  findDuplicates,
  markDistinct,
  mergeDuplicates,
} from '@nestmark/contract/links/duplicates'
import type { Output } from '@nestmark/contract/operation'
import type { DuplicateLevel } from '@nestmark/core/addresses/duplicates'
import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { useRef } from 'react'
import { client } from '../../lib/api/client.ts'
import { useOperation, useOperationMutation } from '../../lib/api/operations.ts'
import { queryClient, refresh } from '../../lib/api/queryClient.ts'
import { formatDate } from '../../lib/dates.ts'
import { toast } from '../../lib/toasts.ts'
import { toastAction } from '../../lib/undo/actions.ts'
import { useDeleteDuplicateBroken } from '../brokenLinks/data.ts'
import { describeMerge, type DuplicateGroup, type MergedParts } from './groups.ts'

/** Reads the duplicates of a level; the last answer is shown until the next one arrives. */
export function useDuplicates(level: DuplicateLevel, enabled: boolean) {
  // Structural sharing would compare thousands of links.
  return useOperation(findDuplicates, { level }, { enabled, keepPrevious: true, structuralSharing: false })
}

/** Reads the numbers of groups and links of each level. */
export function useDuplicateCounts(enabled: boolean) {
  return useOperation(countDuplicates, {}, { enabled, keepPrevious: true }).data
}

/** The numbers of groups and of links of each level. */
type LevelCounts = Output<typeof countDuplicates>

/** Adds groups that the server does not know to the numbers of each level. */
export function addCounts(
  { groups, links }: LevelCounts,
  others: readonly (readonly DuplicateGroup[])[],
): LevelCounts {
  return {
    groups: groups.map((count, at) => count + (others[at]?.length ?? 0)),
    links: links.map((count, at) =>
      (others[at] ?? []).reduce((sum, group) => sum + group.links.length, count),
    ),
  }
}

type Answer = Record<string, DuplicateLink[]>

/** Removes links from all lists of duplicates, and groups that have one left. Returns a function that puts them back. */
function removeFromLists(ids: ReadonlySet<string>): () => void {
  const reverts: (() => void)[] = []
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [findDuplicates.path] })) {
    const before = query.state.data as Answer | undefined
    if (!before) continue
    const left = Object.entries(before).flatMap(([id, links]) => {
      const others = links.filter(link => !ids.has(link._id))
      return others.length > 1 ? [[id, others] as const] : []
    })
    const stored: unknown = query.setData(Object.fromEntries(left))
    reverts.push(() => query.state.data === stored && query.setData(before))
  }
  return () => {
    for (const revert of reverts) revert()
  }
}

/** Moves duplicates to the trash, and shows a toast with an undo button. */
export const useDeleteDuplicates = () =>
  useDeleteDuplicateBroken(texts.deleted, {
    optimistic: ({ links }) => removeFromLists(new Set(links.map(link => link._id))),
  })

/** Merges groups, and shows a toast with an undo button, and what the link that stays in the only group has then. */
export function useMergeDuplicates(
  all: readonly DuplicateGroup[],
  tickedOf: (group: DuplicateGroup) => ReadonlySet<string>,
) {
  const parts = useRef<MergedParts>(undefined)
  return useOperationMutation(mergeDuplicates, {
    optimistic: ({ groups }) => {
      // Before the groups leave the list.
      const first = all.find(({ links }) => links.some(link => link._id === groups[0]?.keep))
      parts.current = first && describeMerge(first, tickedOf(first))
      return removeFromLists(new Set(groups.flatMap(group => group.links)))
    },
    onSuccess: (answer, { groups }) =>
      toastAction('mergeLinks', answer, answer.merged, {
        line: groups.length === 1 && parts.current ? formatParts(parts.current) : undefined,
        done: groups.length === 1 ? texts.merged(answer.merged + 1) : texts.mergedMany(groups.length),
      }),
  })
}

/** Marks the links of a group as no duplicates of each other, and shows a toast with an undo button. */
export function useMarkDistinct() {
  return useOperationMutation(markDistinct, {
    optimistic: ({ links = [] }) => removeFromLists(new Set(links)),
    onSuccess: ({ undo }) =>
      toast({ title: texts.markedDistinct, undo: undo === null ? undefined : () => void unmark(undo) }),
  })
}

async function unmark(undo: string): Promise<void> {
  try {
    await client.call(markDistinct, { undo })
    toast({ title: texts.markedAgain })
    await refresh(markDistinct.touches)
  } catch (error) {
    showError(error)
  }
}

/** Returns what a merged link has, as short texts. */
export function listParts({ tags, notes, highlights, files, isFavourite }: MergedParts): string[] {
  return [
    tags > 0 && texts.tags(tags),
    notes > 0 && texts.notes(notes),
    highlights > 0 && texts.highlights(highlights),
    files > 0 && texts.files(files),
    isFavourite && texts.favourite,
  ].filter(part => part !== false)
}

/** Returns the parts and the date of a merged link in one line. */
const formatParts = (parts: MergedParts): string => [...listParts(parts), formatDate(parts.date)].join(', ')

/** Returns the title of a group: that of its first link. */
export const formatGroupTitle = ({ links }: DuplicateGroup): string => links[0]?.name || links[0]?.link || ''
