import { trashCollections } from '@nestmark/contract/collections'
import { trashLinks } from '@nestmark/contract/links/links'
import { limits } from '@nestmark/core/limits'
import { client, formatError } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { splitList } from '../../../lib/splitList.ts'
import { toast } from '../../../lib/toasts.ts'
import { toastAction } from '../../../lib/undo/actions.ts'
import type { ImportedItems } from './importLinks.ts'

/** Moves what an import has made to the trash, the new collections with all that is in them. */
export async function trashImported({ links, collections }: ImportedItems): Promise<void> {
  const inCalls = (ids: readonly string[]) => splitList(ids, () => 1, { maxSize: limits.idsPerCall })
  try {
    for (const ids of inCalls(collections)) {
      const answer = await client.call(trashCollections, { folderIdArr: ids })
      toastAction('trashCollections', answer, ids.length)
    }
    for (const ids of inCalls(links)) {
      const answer = await client.call(trashLinks, { linkIdArr: ids })
      toastAction('trashLinks', answer, ids.length)
    }
  } catch (error) {
    toast({ tone: 'danger', title: formatError(error) })
  } finally {
    await refresh([...trashCollections.touches, ...trashLinks.touches])
  }
}
