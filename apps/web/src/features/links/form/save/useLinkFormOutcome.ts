import type { Link } from '@nestmark/contract/shapes'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { linksTexts } from '@nestmark/texts/links/links'
import { toastQueued } from '../../../../lib/api/operations.ts'
import { openOverlay } from '../../../../lib/overlays/overlay.ts'
import { toast } from '../../../../lib/toasts.ts'
import { useSavedToast } from '../../useSavedToast.ts'

export interface LinkFormCallbacks {
  onClose: () => void
  /** On the page with the form: called with the saved link instead of showing a toast. */
  onDone?: (link: Link, message: string) => void
  /** Called instead when the mutation was queued. */
  onQueued?: () => void
}

/**
 * Returns the functions that run after the form is saved or closed. In a dialog it shows a toast and closes; the
 * toast for a new link says where it is, opens it and undoes it.
 */
export function useLinkFormOutcome(isNew: boolean, { onClose, onDone, onQueued }: LinkFormCallbacks) {
  const showSaved = useSavedToast()
  return {
    onSaved(saved: Link): void {
      if (onDone) return onDone(saved, linksTexts.saved)
      if (isNew) showSaved(saved)
      else toast({ title: linksTexts.updated })
      onClose()
    },
    onQueued(): void {
      if (onQueued) return onQueued()
      toastQueued()
      onClose()
    },
    /** A link with the same address was moved here, so there is nothing to save. */
    onDuplicateMoved(moved: Link, message: string): void {
      if (onDone) return onDone(moved, message)
      toast({ title: message })
      onClose()
    },
  }
}

/** Shows that the draft of a closed form is stored, with an action that opens the form again. */
export function showDraftToast(link: Link | undefined, queuedId: string | undefined): void {
  toast({
    tone: 'info',
    title: texts.draftSaved,
    line: link ? texts.draftSavedEdit : texts.draftSavedLine,
    action: {
      label: texts.draftContinue,
      run: () =>
        link
          ? openOverlay('editLink', { link, queuedId })
          : openOverlay('addLink', queuedId ? { queuedId } : { resume: true }),
    },
  })
}
