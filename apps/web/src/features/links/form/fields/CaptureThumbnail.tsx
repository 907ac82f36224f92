import type { Link } from '@nestmark/contract/shapes'
import { fileTexts } from '@nestmark/texts/links/files'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { useRef, useState } from 'react'
import { isTyping } from '../../../../lib/focus/hotkeys.ts'
import { captureFrame } from '../../../../lib/uploads/files/localPreview.ts'
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../../../ui/lists/EmptyState.tsx'
import { IconCamera } from '../../../../ui/icons.ts'
import { type Capture, CaptureChoice } from './CaptureChoice.tsx'
import { CaptureEditor } from './CaptureEditor.tsx'
import css from './CaptureThumbnail.module.css'

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
