import type { Output } from '@nestmark/contract/operation'
import {
  addNewTags,
  categoryCount,
  type CountedTag,
  deleteTags,
  getAllTags,
  mergeTags,
  restoreTags,
  updateTag,
} from '@nestmark/contract/tags'
import { tagsTexts as texts } from '@nestmark/texts/tags'
import { useEffect } from 'react'
import { client, type Refusal } from '../../lib/api/client.ts'
import { operationKey, useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { stored } from '../../lib/storage.ts'
import { toast, undoDuration } from '../../lib/toasts.ts'
import { useTagCounts } from './counts.ts'
import { followInSearch } from './following.ts'

/** The filter and order of the tag list. */
export interface TagQuery {
  input: string
  sort: 'name' | 'links'
}

const toPage = (answer: CountedTag[]) => ({ items: answer })

interface Kept {
  sort: TagQuery['sort']
  tags: CountedTag[]
  counts: Output<typeof categoryCount>
}

/** Reads the user's tags. The first page is stored on this device and is shown at once on the next visit. */
export function useTags(
  query: TagQuery,
): Pages<CountedTag> & { counts: Output<typeof categoryCount> | undefined } {
  const { data: counts, isPlaceholderData } = useTagCounts(query.input)
  const pages = useOperationPages(getAllTags, query, toPage, {
    total: isPlaceholderData ? undefined : counts?.tags_count,
  })
  useEffect(() => {
    if (query.input !== '' || !counts || isPlaceholderData) return
    const tags = queryClient.getQueryData(operationKey(getAllTags, { ...query, page: 1 })) as
      | CountedTag[]
      | undefined
    if (tags) stored.write('tags', { sort: query.sort, tags, counts } satisfies Kept)
  })
  return { ...pages, counts }
}

/** Puts the stored first page into the cache until the server answers. Returns the sort order of the stored page. */
export function recallTags(): TagQuery['sort'] {
  const kept = stored.read<Kept>('tags')
  if (!kept?.counts || !Array.isArray(kept.tags)) return 'name'
  const first = operationKey(getAllTags, { input: '', sort: kept.sort, page: 1 })
  if (queryClient.getQueryData(first) === undefined) {
    // The old timestamp marks the data as stale, so that it is fetched again.
    queryClient.setQueryData(first, kept.tags, { updatedAt: 1 })
    queryClient.setQueryData(operationKey(categoryCount, { input: '' }), kept.counts, { updatedAt: 1 })
  }
  return kept.sort
}

/** Reads all tags that the query finds, including those that have not been loaded. */
export function readAllTags(query: TagQuery): Promise<CountedTag[]> {
  return client.call(getAllTags, query)
}

export function useAddTags(onAdded: () => void, onRefused: (refusal: Refusal) => void) {
  return useOperationMutation(addNewTags, {
    quiet: true,
    onSuccess: made => {
      const count = Object.keys(made).length
      toast({ title: count === 1 ? texts.added : texts.addedMany(count) })
      onAdded()
    },
    onError: onRefused,
  })
}

function useRestoreTags() {
  return useOperationMutation(restoreTags, {
    onSuccess: ({ changed, job }) => {
      toast({ title: texts.broughtBack(changed) })
      followInSearch(job)
    },
  })
}

/** Deletes tags and shows a toast with an undo button. */
export function useDeleteTags() {
  const restore = useRestoreTags()
  return useOperationMutation(deleteTags, {
    onSuccess: ({ changed, job }, { tags }) => {
      toast({
        title: texts.deleted(changed),
        action: { label: texts.undo, run: () => restore.mutate({ tags }) },
        duration: undoDuration,
      })
      followInSearch(job)
    },
  })
}

/** Merges tags into one and shows a toast with an undo button. */
export function useMergeTags() {
  const restore = useRestoreTags()
  return useOperationMutation(mergeTags, {
    onSuccess: ({ changed, tag, job }, { tags, into }) => {
      const gone = tags.filter(id => id !== into)
      toast({
        title: texts.merged(changed, tag.name),
        action: { label: texts.undo, run: () => restore.mutate({ tags: gone }) },
        duration: undoDuration,
      })
      followInSearch(job)
    },
  })
}

/** Renames a tag and shows a toast with an undo button. */
export function useRenameTag(old: CountedTag, onRenamed: () => void, onRefused: (refusal: Refusal) => void) {
  const back = useOperationMutation(updateTag, {
    onSuccess: ({ tag, job }) => {
      toast({ title: texts.renamedBack(tag.name) })
      followInSearch(job)
    },
  })
  return useOperationMutation(updateTag, {
    quiet: true,
    onSuccess: ({ tag, job }) => {
      toast({
        title: texts.updated,
        line: texts.updatedLine(old.name, tag.name),
        action: { label: texts.undo, run: () => back.mutate({ tag_id: old._id, tag_name: old.name }) },
        duration: undoDuration,
      })
      followInSearch(job)
      onRenamed()
    },
    onError: onRefused,
  })
}

/** Returns the tag that already has the requested name, from a refusal with the code `tags.nameTaken`; else null. */
export function tagInTheWay(refusal: Refusal): CountedTag | null {
  if (refusal.code !== 'tags.nameTaken') return null
  return (refusal.data as { tag?: CountedTag } | undefined)?.tag ?? null
}
