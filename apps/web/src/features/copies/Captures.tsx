import type { Capture, CaptureFormat } from '@nestmark/contract/copies'
import { formatFileSize } from '@nestmark/core/storageSize'
import { copyTexts as texts } from '@nestmark/texts/copies'
import { formatDate } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { IconButton } from '../../ui/Button.tsx'
import { IconCamera, IconFileTypePdf, IconTrash } from '../../ui/icons.ts'
import css from './CopyStatus.module.css'
import { useDropCapture } from './data.ts'

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
  const dropCapture = useDropCapture()
  const drop = (format: CaptureFormat) =>
    openOverlay('confirm', {
      title: texts.dropCaptureQuestion[format],
      body: texts.dropCaptureBody,
      confirm: texts.dropCapture[format],
      danger: true,
      run: () => dropCapture.mutateAsync({ link_id: linkId, format }),
    })
  return (
    <>
      {captures.map(({ format, kept_at, size, address }) => {
        const Glyph = icons[format]
        return (
          <div key={format} className={css.line}>
            <Glyph className="i" />
            <a className="grow" href={address} {...(format === 'pdf' ? { download: '' } : inNewTab)}>
              {texts.captureOf(format, formatDate(kept_at))}
            </a>
            <span className="num">{formatFileSize(size)}</span>
            {canEdit && (
              <IconButton icon={IconTrash} label={texts.dropCapture[format]} onClick={() => drop(format)} />
            )}
          </div>
        )
      })}
      {making && (
        <p className={css.line} role="status">
          {texts.keepingCapture[making]}
        </p>
      )}
    </>
  )
}
