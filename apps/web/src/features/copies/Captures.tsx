import type { Capture, CaptureFormat } from '@nestmark/contract/reading/copies'
import { formatFileSize } from '@nestmark/core/plans/storageSize'
import { copyTexts as texts } from '@nestmark/texts/reading/copies'
import { useEffect, useRef } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { hasNoFocus } from '../../lib/focus/hasNoFocus.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { IconButton } from '../../ui/fields/Button.tsx'
import { IconCamera, IconFileTypePdf, IconTrash } from '../../ui/icons.ts'
import css from './CopyStatus.module.css'
import { useDeleteCopies } from './useDeleteCopies.ts'

const inNewTab = { target: '_blank', rel: 'noopener' }
const icons = { pdf: IconFileTypePdf, screenshot: IconCamera }

/** Lists the PDF and the screenshot that are stored with a link. */
export function Captures({
  linkId,
  captures,
  making,
  canEdit,
}: {
  linkId: string
  captures: readonly Capture[]
  /** What is being made now. */
  making: CaptureFormat | undefined
  canEdit: boolean
}) {
  const { deleteCapture } = useDeleteCopies(linkId)
  const box = useRef<HTMLDivElement>(null)
  const isDropped = useRef(false)
  const shownCount = useRef(captures.length)
  // The pressed button disappears, so the focus goes to the remaining one, else to the actions of the copy.
  useEffect(() => {
    const isFewer = captures.length < shownCount.current
    shownCount.current = captures.length
    if (!isFewer || !isDropped.current) return
    isDropped.current = false
    const focusNext = () => {
      const next =
        box.current?.querySelector('button') ?? box.current?.closest('section')?.querySelector('button')
      if (hasNoFocus()) next?.focus()
    }
    // A closed dialog restores the focus in the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(focusNext)
    })
    return () => cancelAnimationFrame(frame)
  }, [captures.length])
  const drop = (format: CaptureFormat) =>
    openOverlay('confirm', {
      title: texts.dropCaptureQuestion[format],
      body: texts.dropCaptureBody,
      confirm: texts.dropCapture[format],
      danger: true,
      run: () => {
        isDropped.current = true
        return deleteCapture(format)
      },
    })
  return (
    <div ref={box}>
      {captures.map(({ format, kept_at, size, address }) => {
        const Glyph = icons[format]
        return (
          <div key={format} className={`row g8 t2 ${css.line}`}>
            <Glyph className="i" />
            <span className={`grow ${css.capture}`}>
              <a className="el" href={address} {...(format === 'pdf' ? { download: '' } : inNewTab)}>
                {texts.captureOf(format, formatDate(kept_at))}
              </a>
              <span className="num t3">{formatFileSize(size)}</span>
            </span>
            {canEdit && (
              <IconButton
                small
                icon={IconTrash}
                label={texts.dropCapture[format]}
                onClick={() => drop(format)}
              />
            )}
          </div>
        )
      })}
      {making && (
        <p className={`row g8 t2 ${css.line}`} role="status">
          {texts.keepingCapture[making]}
        </p>
      )}
    </div>
  )
}
