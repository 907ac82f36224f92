import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { useState } from 'react'
import { IconDownload, IconRefresh } from '../../../ui/icons.ts'
import { downloadMedia } from '../../../lib/media/mediaAddress.ts'
import { type MediaProblem, toProblem } from '../../../lib/media/attachSource.ts'
import css from './VideoPlayer.module.css'

/** Shows over the poster why a video does not play, and what can be done. */
export function PlayerProblem({
  link,
  problem,
  onRetry,
}: {
  link: Link
  problem: MediaProblem
  onRetry: () => void
}) {
  const [failed, setFailed] = useState<MediaProblem>()
  return (
    <div className={`stack text14 fill ${css.problem}`} role="alert">
      <p>{(failed ?? problem).text}</p>
      {problem.canDownload && !failed && (
        <button
          type="button"
          className={`inline g8 w540 ${css.problemButton}`}
          onClick={() => void downloadMedia(link).catch((error: unknown) => setFailed(toProblem(error)))}
        >
          <IconDownload className="i" />
          {texts.download}
        </button>
      )}
      {!problem.isOffline && !problem.canDownload && (
        <button type="button" className={`inline g8 w540 ${css.problemButton}`} onClick={onRetry}>
          <IconRefresh className="i" />
          {texts.tryAgain}
        </button>
      )}
    </div>
  )
}
