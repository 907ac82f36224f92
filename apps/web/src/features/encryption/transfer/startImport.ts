import { encryptedTransferTexts as texts } from '@nestmark/texts/encryption/encryptedTransfer'
import { startRunner } from '../../../lib/encryption/runner.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { createImport, type Import, type ImportedItems } from './importLinks.ts'
import { trashCollections } from '@nestmark/contract/collections'
import { trashLinks } from '@nestmark/contract/links/links'
import { limits } from '@nestmark/core/limits'
import { client } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { showError } from '../../../lib/api/showError.ts'
import { splitList } from '../../../lib/splitList.ts'
import { toastAction } from '../../../lib/undo/actions.ts'

/**
 * Starts an import and shows its progress, which has Stop; its end shows what was left out, and offers to undo it.
 * @param name that of the target
 * @param before what was left out before it began
 * @param onImported called at the end, where it added something
 */
export function startImport<Item extends Import['links'][number]>(
  given: Import<Item>,
  name: string,
  before = '',
  onImported?: () => void,
): void {
  const { run, leftOut, made } = createImport(given)
  const runner = startRunner(run, done => {
    const line = [texts.notImported(leftOut), before].filter(Boolean).join(' ')
    const isUndoable = made.links.length + made.collections.length > 0
    if (isUndoable) onImported?.()
    toast({
      title: texts.imported(done),
      ...(line !== '' && { line, duration: 12_000 }),
      undo: isUndoable ? () => void trashImported(made) : undefined,
    })
  })
  openOverlay('encryptionRun', { runner, kind: 'import', name, total: given.links.length })
}

/** Moves what an import has made to the trash, the new collections with all that is in them. */
async function trashImported({ links, collections }: ImportedItems): Promise<void> {
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
    showError(error)
  } finally {
    await refresh([...trashCollections.touches, ...trashLinks.touches])
  }
}
