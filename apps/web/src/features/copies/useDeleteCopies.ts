import type { CaptureFormat } from '@nestmark/contract/reading/copies'
import { copyTexts as texts } from '@nestmark/texts/reading/copies'
import { toast } from '../../lib/toasts.ts'
import { useDropCapture, useDropCopy, useRestoreCopy } from './data.ts'

/** Returns the functions that delete copies of the page of a link, and offer to restore them. */
export function useDeleteCopies(linkId: string) {
  const dropCopy = useDropCopy()
  const dropCapture = useDropCapture()
  const restoreCopy = useRestoreCopy()

  /** @param toRestored returns what was restored, in words */
  function offerUndo(title: string, undo: string | null, toRestored: (count: number) => string): void {
    async function restore(key: string) {
      // A toast has already shown the refusal.
      const done = await restoreCopy.mutateAsync({ link_id: linkId, undo: key }).catch(() => null)
      if (!done) return
      if (done.restored > 0) toast({ title: toRestored(done.restored) })
      else toast({ tone: 'info', title: texts.notRestored })
    }
    toast({ title, undo: undo === null ? undefined : () => void restore(undo) })
  }

  return {
    /**
     * Deletes the version with this number, or all.
     * @param count the number of versions that are deleted
     */
    async deleteVersions(count: number, number?: number): Promise<void> {
      const { undo } = await dropCopy.mutateAsync({
        link_id: linkId,
        ...(number !== undefined && { number }),
      })
      offerUndo(texts.dropped(count), undo, texts.restored)
    },
    async deleteCapture(format: CaptureFormat): Promise<void> {
      const { undo } = await dropCapture.mutateAsync({ link_id: linkId, format })
      offerUndo(texts.captureDropped[format], undo, () => texts.captureRestored[format])
    },
  }
}
