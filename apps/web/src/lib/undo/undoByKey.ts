import { uiTexts } from '@nestmark/texts/ui'
import { waitForMutations } from '../api/queryClient.ts'
import { isTyping } from '../focus/hotkeys.ts'
import { overlays } from '../overlays/overlay.ts'
import { toast, undoLastChange } from '../toasts.ts'
import { waitForToast } from './toastAction.ts'

/**
 * Undoes the last change of this page when its keys are pressed. A change that is being sent is the last one; it is undone as
 * soon as it is answered, and if it is refused, nothing is. In a field the keys undo typing.
 */
export function undoByKey(event: KeyboardEvent): void {
  if (isTyping(event.target) || overlays.get().length > 0) return
  event.preventDefault()
  void undoLast()
}

async function undoLast(): Promise<void> {
  if (!(await waitForMutations())) return
  await waitForToast().catch(() => undefined)
  if (!undoLastChange()) toast({ tone: 'info', title: uiTexts.nothingToUndo })
}
