import type { Input, Output } from '@nestmark/contract/operation'
import { removeStoredFiles, restoreStoredFiles } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { dismissToast, toast, undoDuration } from '../../lib/toasts.ts'

/** The maximum time for which the notification of a running removal is shown, in milliseconds. */
const maxMs = 600_000

type What = Omit<Input<typeof removeStoredFiles>, 'undo' | 'after'>

/**
 * Returns the functions that remove files in batches, which can be stopped between two batches, and that restore
 * them.
 */
export function useRemoveStoredFiles() {
  const remove = useOperationMutation(removeStoredFiles)
  const restore = useRestoreStoredFiles()

  /** @throws Refusal, which a toast has shown */
  async function run(orders: readonly What[]): Promise<void> {
    let undo: string | null = null
    let bytes = 0
    const stopping = { isStopped: false }
    const shown = toast({
      tone: 'info',
      title: texts.removing,
      duration: maxMs,
      action: { label: texts.stop, run: () => (stopping.isStopped = true) },
    })
    try {
      for (const order of orders) {
        let after: string | null = ''
        while (after !== null && !stopping.isStopped) {
          const done: Output<typeof removeStoredFiles> = await remove.mutateAsync({
            ...order,
            ...(undo !== null && { undo }),
            ...(after !== '' && { after }),
          })
          undo = done.undo ?? undo
          bytes += done.bytes
          after = done.next
        }
      }
    } finally {
      dismissToast(shown)
    }
    const key = undo
    toast({
      ...(bytes > 0
        ? { title: texts.removed(formatStoredSize(bytes)) }
        : { title: texts.removedShared, line: texts.removedSharedLine }),
      duration: undoDuration,
      undo: key === null ? undefined : () => void restore(key),
    })
  }
  return run
}

/** Returns the function that restores the files of a removal. */
export function useRestoreStoredFiles(): (undo: string) => Promise<void> {
  const restore = useOperationMutation(restoreStoredFiles)
  return async undo => {
    let files = 0
    let copies = 0
    let skipped = 0
    for (let left = 1; left > 0;) {
      // A toast has already shown the refusal.
      const done = await restore.mutateAsync({ undo }).catch(() => null)
      if (!done) return
      files += done.changed
      copies += done.copies
      skipped += done.skipped
      left = done.left
    }
    toast({
      title: texts.restored(files, copies),
      ...(skipped > 0 && { line: texts.skipped(skipped), duration: undoDuration }),
    })
  }
}
