import { fileTexts } from '@nestmark/texts/files'
import { uploadTexts as texts } from '@nestmark/texts/uploads'
import { formatFrameTime, formatPlayTime } from '../../../lib/playTime.ts'
import { IconCamera, IconCheck } from '../../../ui/icons.ts'
import css from './CaptureThumbnail.module.css'

/** A picture that was captured from a video. */
export interface Capture {
  /** The address of the picture on this device. */
  url: string
  /** In seconds. */
  at: number
  picture: Blob
}

/** Lets the user select one of the captured pictures. Delete removes one. */
export function CaptureChoice({
  captures,
  selected,
  onSelect,
  onRemove,
}: {
  captures: readonly Capture[]
  selected: string | undefined
  onSelect: (url: string) => void
  onRemove: (url: string) => void
}) {
  return (
    <fieldset className={css.choice}>
      <legend className={css.legend}>{fileTexts.selectThumbnail}</legend>
      {captures.length === 0 ? (
        <div className={css.empty}>
          <IconCamera className="i s24" />
          <p>{fileTexts.captureHint}</p>
        </div>
      ) : (
        <>
          <p className="t3">{fileTexts.captureHint}</p>
          <div className={css.captures}>
            {captures.map(({ url, at }) => (
              <label key={url} className={css.capture}>
                <input
                  type="radio"
                  name="thumbnail"
                  className="sr"
                  aria-label={texts.thumbnailAt(formatFrameTime(at))}
                  checked={url === selected}
                  onChange={() => onSelect(url)}
                  onKeyDown={event => {
                    if (event.key === 'Delete') onRemove(url)
                  }}
                />
                <img src={url} alt="" />
                <span className={css.tick}>
                  <IconCheck className="i s12" />
                </span>
                <span className={`num ${css.at}`}>{formatPlayTime(at)}</span>
              </label>
            ))}
          </div>
          <p className={`t3 ${css.facts}`}>{texts.thumbnailFacts}</p>
        </>
      )}
    </fieldset>
  )
}
