import { useEffect, useRef } from 'react'
import { useEventListener } from '../../../lib/focus/useEventListener.ts'
import { useCollectionEntries } from '../../../features/collections/menu/collectionEntries.ts'
import { collectionShortcut } from '../../../features/collections/menu/collectionShortcut.ts'
import FileArrivals from '../../../features/files/FileArrivals.tsx'
import { useLinkEntries } from '../../../features/links/linkEntries.ts'
import { linkShortcut } from '../../../features/links/linkShortcut.ts'
import { useStoredPlanChoice } from '../../../features/plans/planChoice.ts'
import { preloadLaterParts } from '../../../lib/lazy.ts'
import { usePressedShortcut } from '../../../ui/menus/usePressedShortcut.ts'
import { DragPreview } from '../sidebar/DragPreview.tsx'
import { usePasteSave } from '../../../features/links/clipboard/usePasteSave.ts'
import { useMe } from '../../../features/session/data.ts'
import { openOverlay, overlays } from '../../../lib/overlays/overlay.ts'
import { useCurrentCollectionId } from '../useCurrentCollectionId.ts'

/** What the frame does after the page has shown its content. */
export default function FrameTasks({ signedIn }: { signedIn: boolean }) {
  useStoredPlanChoice()
  useEffect(preloadLaterParts, [])
  return (
    <>
      <CardShortcuts />
      <DragPreview />
      {signedIn && (
        <>
          <ClipboardWatcher />
          <FileArrivals />
        </>
      )}
    </>
  )
}

/** Runs the shortcuts that were pressed on cards. Separate, because its hooks render it again with much of the data. */
function CardShortcuts() {
  const listCollectionEntries = useCollectionEntries()
  usePressedShortcut(linkShortcut, useLinkEntries())
  usePressedShortcut(collectionShortcut, collection => listCollectionEntries(collection, { hasKeys: true }))
  return null
}

/**
 * Saves pasted addresses. Offers to save a copied address when the window gets the focus, or asks once for permission.
 */
function ClipboardWatcher() {
  const parent = useCurrentCollectionId()
  usePasteSave(parent)
  const me = useMe()
  const hasAsked = useRef(false)
  const checkClipboard = async () => {
    // The user may have chosen on another device, so this waits for the user data.
    if (!me) return
    const {
      canReadClipboard,
      readClipboardChoice: clipboardChoice,
      offerCopiedAddress: offerCopied,
    } = await import('../../../features/links/clipboard/clipboard.ts')
    if (!canReadClipboard() || overlays.get().length > 0) return
    const choice = clipboardChoice() ?? (me.clipboard_access === null ? null : me.clipboard_access === 1)
    // Without the browser's permission nothing is shown; the user saw a message when it was requested.
    if (choice) offerCopied(parent).catch(() => undefined)
    else if (choice === null && !hasAsked.current) {
      // If the user closes it without a choice, it appears again at the next visit.
      hasAsked.current = true
      openOverlay('clipboardAsk', { parent })
    }
  }
  // If the code cannot be loaded, the next focus event tries again.
  useEventListener('focus', () => void checkClipboard().catch(() => undefined), window)
  return null
}
