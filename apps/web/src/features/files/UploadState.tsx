import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { toSecondsLeft } from '../../lib/uploads/sending/transferRate.ts'
import type { Upload } from '../../lib/uploads/upload.ts'
import { Progress } from '../../ui/progress/Progress.tsx'
import css from './UploadTray.module.css'

/**
 * Shows what an upload does now.
 * @param isShort without speed and time
 */
export function UploadState({ upload, isShort }: { upload: Upload; isShort?: boolean }) {
  const { phase, sent, size, speed, reason = '' } = upload
  switch (phase) {
    case 'waiting':
      return texts.waiting
    case 'sending': {
      const seconds = toSecondsLeft(size - sent, speed)
      return (
        <>
          <b>{texts.uploading(sent / size)}</b>
          {!isShort && speed !== undefined && ` · ${texts.speed(speed)}`}
          {!isShort && seconds !== undefined && ` · ${texts.secondsLeft(seconds)}`}
        </>
      )
    }
    case 'paused':
      return upload.isPausing ? texts.pausing(sent / size) : texts.paused(sent)
    case 'offline':
      return texts.offline
    case 'checking':
      return (
        <>
          <span className={css.spinner} aria-hidden="true" /> {texts.checking}
        </>
      )
    case 'done':
      return texts.done
    case 'stopped':
      return texts.stopped(reason)
    case 'missing':
      return texts.missing
    case 'refused':
      return reason
  }
}

/** Shows the sent part of an upload, where bytes are still to be sent. */
export function UploadBar({ upload: { name, phase, sent, size } }: { upload: Upload }) {
  if (phase !== 'sending' && phase !== 'paused' && phase !== 'offline') return null
  return (
    <Progress
      className={css.bar}
      label={name}
      fraction={sent / size}
      isResting={phase !== 'sending'}
      height={3}
    />
  )
}
