import 'photoswipe/style.css'
import type { Link } from '@nestmark/contract/shapes'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useCloseRequest } from '../../../lib/overlays/useCloseRequest.ts'
import { useScrollLock } from '../../../ui/dialogs/useScrollLock.ts'
import { PictureTools } from './PictureTools.tsx'
import css from './PictureViewer.module.css'
import { useBackCloses } from './useBackCloses.ts'
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
