import { fileTexts } from '@nestmark/texts/links/files'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { useRef } from 'react'
import { formatFrameTime } from '../../../../lib/media/playTime.ts'
import { IconCamera, IconCheck, IconX } from '../../../../ui/icons.ts'
import css from './CaptureThumbnail.module.css'

/** A picture that was captured from a video. */
export interface Capture {
  /** The address of the picture on this device. */
  url: string
  /** In seconds. */
  at: number
  picture: Blob
}

/** Lets the user select one of the captured pictures. Delete or its button removes one. */
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
  const box = useRef<HTMLFieldSetElement>(null)
  const remove = (url: string) => {
    onRemove(url)
    // The selected picture has the focus, or without one the button that captures.
    const findFocus = () =>
      box.current?.querySelector<HTMLElement>('input:checked') ??
      box.current?.parentElement?.querySelector<HTMLElement>('[data-autofocus]')
    setTimeout(() => findFocus()?.focus())
  }
  return (
    <fieldset ref={box}>
      <legend className={css.legend}>{fileTexts.selectThumbnail}</legend>
      {captures.length === 0 ? (
        <div className={`stack t3 ${css.empty}`}>
          <IconCamera className="i s24" />
          <p>{fileTexts.captureHint}</p>
        </div>
      ) : (
        <>
          <p className="t3">{fileTexts.captureHint}</p>
          <div className={css.captures}>
            {captures.map(({ url, at }) => (
              <div key={url} className={css.capture}>
                <label>
                  <input
                    type="radio"
                    name="thumbnail"
                    className="sr"
                    aria-label={texts.thumbnailAt(formatFrameTime(at))}
                    checked={url === selected}
                    onChange={() => onSelect(url)}
                    onKeyDown={event => {
                      if (event.key === 'Delete') remove(url)
                    }}
                  />
                  <img src={url} alt="" />
                  <span className={css.tick}>
                    <IconCheck className="i s12" />
                  </span>
                  <span className={`num ${css.at}`}>{formatFrameTime(at)}</span>
                </label>
                <button
                  type="button"
                  className={`centre ${css.remove}`}
                  aria-label={texts.removeThumbnailAt(formatFrameTime(at))}
                  onClick={() => remove(url)}
                >
                  <IconX className="i s12" />
                </button>
              </div>
            ))}
          </div>
          <p className="t3 mt12 f12">{texts.thumbnailFacts}</p>
        </>
      )}
    </fieldset>
  )
}
