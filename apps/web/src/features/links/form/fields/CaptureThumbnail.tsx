import type { Link } from '@nestmark/contract/shapes'
import { fileTexts } from '@nestmark/texts/links/files'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { useRef, useState } from 'react'
import { isTyping } from '../../../../lib/focus/hotkeys.ts'
import { captureFrame } from '../../../../lib/uploads/files/localPreview.ts'
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../../../ui/lists/EmptyState.tsx'
import { IconCamera, IconCheck, IconX } from '../../../../ui/icons.ts'
import { CaptureEditor } from './CaptureEditor.tsx'
import css from './CaptureThumbnail.module.css'
import { formatFrameTime } from '../../../../lib/media/playTime.ts'

const maxCaptures = 8

type Props = {
  /** About to be uploaded, or the stored one of a link. */
  video: Blob | Link
  name: string
  onSelect: (thumbnail: Blob) => void
  onClose: () => void
}

/** Captures pictures of a video. The selected one becomes its thumbnail. */
export default function CaptureThumbnail({ video, name, onSelect, onClose }: Props) {
  const player = useRef<HTMLVideoElement>(null)
  const setPlayer = (element: HTMLVideoElement | null) => void (player.current = element)
  /** Why it cannot be played. */
  const [failed, setFailed] = useState<string>()
  const [captures, setCaptures] = useState<Capture[]>([])
  const [selected, setSelected] = useState<string>()
  const canCapture = captures.length < maxCaptures
  const capture = async () => {
    if (!player.current || !canCapture) return
    const at = player.current.currentTime
    const picture = await captureFrame(player.current).catch((error: unknown) => {
      // A picture that is not loaded yet may be captured later.
      if (error instanceof DOMException) setFailed(texts.noPicture)
    })
    if (!picture) return
    const url = URL.createObjectURL(picture)
    setCaptures(now => [...now, { url, at, picture }])
    setSelected(url)
  }
  const remove = (url: string) => {
    setCaptures(now => now.filter(each => each.url !== url))
    setSelected(now => (now === url ? captures.findLast(each => each.url !== url)?.url : now))
    URL.revokeObjectURL(url)
  }
  const chosen = captures.find(({ url }) => url === selected)
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'c' || event.ctrlKey || event.metaKey) return
    if (isTyping(event.target) && !(event.target as HTMLElement).matches('[type=range]')) return
    event.preventDefault()
    void capture()
  }
  return (
    <Dialog
      title={fileTexts.captureTitle}
      size={904}
      onClose={onClose}
      footerStart={<span className={`el ${css.file}`}>{name}</span>}
      action={{
        disabled: !chosen,
        onClick: () => {
          if (chosen) onSelect(chosen.picture)
          onClose()
        },
        children: texts.takeThumbnail,
      }}
    >
      {failed !== undefined ? (
        <EmptyState icon={IconCamera} title={fileTexts.captureTitle} line={failed} />
      ) : (
        <div className={css.columns} onKeyDown={onKeyDown}>
          <CaptureEditor
            onPlayer={setPlayer}
            video={video}
            name={name}
            canCapture={canCapture}
            onCapture={() => void capture()}
            onFail={setFailed}
          />
          <CaptureChoice captures={captures} selected={selected} onSelect={setSelected} onRemove={remove} />
        </div>
      )}
    </Dialog>
  )
}

/** A picture that was captured from a video. */
interface Capture {
  /** The address of the picture on this device. */
  url: string
  /** In seconds. */
  at: number
  picture: Blob
}

/** Lets the user select one of the captured pictures. Delete or its button removes one. */
function CaptureChoice({
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
