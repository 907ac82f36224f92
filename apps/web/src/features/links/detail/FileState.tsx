import { readFilesAgain } from '@nestmark/contract/files'
import type { Link } from '@nestmark/contract/shapes'
import { fileTexts as texts } from '@nestmark/texts/links/files'
import { useIsOffline } from '../../../lib/connection.ts'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconAlertTriangle, IconClock, IconLock, IconRefresh } from '../../../ui/icons.ts'
import css from './FileState.module.css'

/** Shows that the preview of an uploaded file is being made, or why there is none. Nothing is shown for other files. */
export function FileState({ link }: { link: Link }) {
  const { media } = link
  const readAgain = useOperationMutation(readFilesAgain)
  const isOffline = useIsOffline()
  if (!media || media.state === 'ready') return null
  // The server makes no preview of an encrypted file.
  if (media.state === 'working' && link.enc === 1) return null
  if (media.state === 'working')
    return (
      <p className={`row g8 t2 ${css.state}`} role="status">
        <IconClock className="i" /> {texts.makingPreview}
      </p>
    )
  const isLost = media.state === 'lost'
  const { fault: failure } = media
  const isLocked = failure === 'protected'
  const Glyph = isLocked ? IconLock : IconAlertTriangle
  const canRepeat = !isLost && !isLocked && link.enc === 0 && link.can.edit && link.is_trash === 0
  return (
    <div className={classes('row g8 t2', css.state, isLost && css.lost)} role="status">
      <Glyph className="i" />
      <span className="grow">{isLost ? texts.lost : failure === null ? '' : texts.failure(failure)}</span>
      {canRepeat && (
        <Button
          size="sm"
          icon={IconRefresh}
          disabled={isOffline || readAgain.isPending}
          onClick={() => readAgain.mutate({ link_id: link._id })}
        >
          {texts.tryAgain}
        </Button>
      )}
    </div>
  )
}
