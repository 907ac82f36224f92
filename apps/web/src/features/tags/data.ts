import type { Output } from '@nestmark/contract/operation'
import {
  addTags,
  countByCategory,
  type CountedTag,
  deleteTags,
  listTags,
  mergeTags,
  restoreTags,
  updateTag,
} from '@nestmark/contract/tags'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { useEffect } from 'react'
import { client, type Refusal } from '../../lib/api/client.ts'
import { operationKey, useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { stored } from '../../lib/browser/storage.ts'
import { toast } from '../../lib/toasts.ts'
import { useTagCounts } from './useTagCounts.ts'
import { trackTagIndexing } from './tagIndexing.ts'

/** The filter and order of the tag list. */
export interface TagQuery {
  input: string
  sort: 'name' | 'links'
}

interface StoredTags {
  sort: TagQuery['sort']
  tags: CountedTag[]
  counts: Output<typeof countByCategory>
}

/** Reads the user's tags. The first page is stored on this device and is shown immediately on the next visit. */
export function useTags(
  query: TagQuery,
): Pages<CountedTag> & { counts: Output<typeof countByCategory> | undefined } {
  const { data: counts, isPlaceholderData } = useTagCounts(query.input)
  const pages = useOperationPages(listTags, query, {
    total: isPlaceholderData ? undefined : counts?.tags_count,
  })
  useEffect(() => {
    if (query.input !== '' || !counts || isPlaceholderData) return
    const tags = queryClient.getQueryData(operationKey(listTags, { ...query, page: 1 })) as
      | CountedTag[]
      | undefined
    if (tags) stored.write('tags', { sort: query.sort, tags, counts } satisfies StoredTags)
  })
  return { ...pages, counts }
}

/** Puts the stored first page into the cache until the server answers. Returns the sort order of the stored page. */
export function loadStoredTags(): TagQuery['sort'] {
  const storedPage = stored.read<StoredTags>('tags')
  if (!storedPage?.counts || !Array.isArray(storedPage.tags)) return 'name'
  const first = operationKey(listTags, { input: '', sort: storedPage.sort, page: 1 })
  if (queryClient.getQueryData(first) === undefined) {
    // The old timestamp marks the data as stale, so that it is fetched again.
    queryClient.setQueryData(first, storedPage.tags, { updatedAt: 1 })
    queryClient.setQueryData(operationKey(countByCategory, { input: '' }), storedPage.counts, {
      updatedAt: 1,
    })
  }
  return storedPage.sort
}

/** Reads all tags that the query finds, including those that have not been loaded. */
export function readAllTags(query: TagQuery): Promise<CountedTag[]> {
  return client.call(listTags, query)
}

export function useAddTags(onAdded: () => void, onRefused: (refusal: Refusal) => void) {
  return useOperationMutation(addTags, {
    quiet: true,
    onSuccess: created => {
      const count = Object.keys(created).length
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
      trackTagIndexing(job)
    },
  })
}

/** Deletes tags and shows a toast with an undo button. */
export function useDeleteTags(): (tags: readonly CountedTag[]) => Promise<void> {
  const restore = useRestoreTags()
  const { mutateAsync } = useOperationMutation(deleteTags)
  return async tags => {
    const ids = tags.map(tag => tag._id)
    const { changed, job } = await mutateAsync({ tags: ids })
    toast({
      title: texts.deleted(changed),
      line: texts.names(tags.map(tag => tag.name)),
      undo: () => restore.mutate({ tags: ids }),
    })
    trackTagIndexing(job)
  }
}

/** Merges tags into one and shows a toast with an undo button. */
export function useMergeTags() {
  const restore = useRestoreTags()
  return useOperationMutation(mergeTags, {
    onSuccess: ({ changed, tag, job }, { tags, into }) => {
      const merged = tags.filter(id => id !== into)
      toast({
        title: texts.merged(changed, tag.name),
        undo: () => restore.mutate({ tags: merged }),
      })
      trackTagIndexing(job)
    },
  })
}

/** Renames a tag and shows a toast with an undo button. */
export function useUpdateTag(
  original: CountedTag,
  onRenamed: () => void,
  onRefused: (refusal: Refusal) => void,
) {
  const revert = useOperationMutation(updateTag, {
    onSuccess: ({ tag, job }) => {
      toast({ title: texts.renamedBack(tag.name) })
      trackTagIndexing(job)
    },
  })
  return useOperationMutation(updateTag, {
    quiet: true,
    onSuccess: ({ tag, job }) => {
      toast({
        title: texts.updated,
        line: texts.updatedLine(original.name, tag.name),
        undo: () => revert.mutate({ tag_id: original._id, tag_name: original.name }),
      })
      trackTagIndexing(job)
      onRenamed()
    },
    onError: onRefused,
  })
}

/** Returns the tag that already has the requested name, from a refusal with the code `tags.nameTaken`; else null. */
export function getConflictingTag(refusal: Refusal): CountedTag | null {
  if (refusal.code !== 'tags.nameTaken') return null
  return (refusal.data as { tag?: CountedTag } | undefined)?.tag ?? null
}
