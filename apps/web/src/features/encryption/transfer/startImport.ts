import { encryptedTransferTexts as texts } from '@nestmark/texts/encryption/encryptedTransfer'
import { startRunner } from '../../../lib/encryption/runner.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { createImport, type Import } from './importLinks.ts'
import { trashImported } from './trashImported.ts'

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
