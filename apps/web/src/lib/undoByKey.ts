import { actionTexts } from '@nestmark/texts/actions'
import { isTyping } from './hotkeys.ts'
import { overlays } from './overlay.ts'
import { toast, undoLastChange } from './toasts.ts'

/** Undoes the last change of this page when its keys are pressed. In a field they undo typing. */
export function undoByKey(event: KeyboardEvent): void {
  if (isTyping(event.target) || overlays.get().length > 0) return
  event.preventDefault()
  if (!undoLastChange()) toast({ tone: 'info', title: actionTexts.nothingToUndo })
}
