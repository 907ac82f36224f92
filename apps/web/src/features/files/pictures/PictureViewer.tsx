import 'photoswipe/style.css'
import type { Link } from '@nestmark/contract/shapes'
import { useState, useEffect, useEffectEvent, useId } from 'react'
import { createPortal } from 'react-dom'
import { useCloseRequest } from '../../../lib/overlays/useCloseRequest.ts'
import { useScrollLock } from '../../../ui/dialogs/useScrollLock.ts'
import { PictureTools } from './PictureTools.tsx'
import css from './PictureViewer.module.css'
import { usePictureSlides } from './usePictureSlides.ts'

/** Shows a picture over the entire window, and adjacent ones in its collection. */
export default function PictureViewer({ link, onClose }: { link: Link; onClose: () => void }) {
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const { viewer, shown } = usePictureSlides(host, link, onClose)
  useScrollLock()
  useBackCloses(onClose)
  useCloseRequest(onClose, { hasEntry: true })
  return createPortal(
    <div ref={setHost} className={css.viewer}>
      {viewer?.element &&
        shown &&
        createPortal(<PictureTools {...{ viewer, shown, onClose }} />, viewer.element)}
    </div>,
    document.body,
  )
}

/**
 * Closes a part of the page that fills the window with the back button of the browser. It adds a history entry with the
 * same address, and removes it when the part is closed otherwise.
 */
function useBackCloses(onClose: () => void): void {
  const id = useId()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const isOnTop = () => (history.state as { viewer?: string } | null)?.viewer === id
    if (!isOnTop()) history.pushState({ ...(history.state as object | null), viewer: id }, '')
    let isMounted = true
    const onPop = () => !isOnTop() && close()
    window.addEventListener('popstate', onPop)
    return () => {
      isMounted = false
      window.removeEventListener('popstate', onPop)
      // Later, because a link in this part may be navigating.
      setTimeout(() => !isMounted && isOnTop() && history.back())
    }
  }, [id])
}
