import { fileTexts } from '@nestmark/texts/links/files'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { openOverlay } from '../../../../lib/overlays/overlay.ts'
import { Button } from '../../../../ui/fields/Button.tsx'
import { IconCamera } from '../../../../ui/icons.ts'
import { Progress } from '../../../../ui/progress/Progress.tsx'
import { formatTitle } from '../../linkDisplay.ts'
import css from './CaptureStored.module.css'
import type { CapturedThumbnail } from '../state/useCapturedThumbnail.ts'

/** Offers to capture another thumbnail from the stored video of a link, and shows its upload. */
export function CaptureStored({ capture }: { capture: CapturedThumbnail }) {
  const { video, sent } = capture
  if (!video) return null
  const name = video.media?.name || formatTitle(video)
  return (
    <div className={`stack g10 mt12 top ${css.capture}`}>
      <Button
        size="sm"
        icon={IconCamera}
        disabled={sent !== undefined}
        onClick={() => openOverlay('captureThumbnail', { video, name, onSelect: capture.select })}
      >
        {fileTexts.captureTitle}
      </Button>
      {sent !== undefined && (
        <div>
          <Progress height={4} className={css.bar} label={name} fraction={sent} />
          <p className="text12 t3" role="status">
            {texts.overlay('thumbnail')}
          </p>
        </div>
      )}
    </div>
  )
}
