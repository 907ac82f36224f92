/** @jsxImportSource preact */
import { formatFileSize } from '@nestmark/core/plans/storageSize'
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useEffect, useState } from 'preact/hooks'
import type { Progress } from '../background/sendCapture.ts'
import { ask, type AskError, openTab } from '../ui/ask.ts'
import { Icon } from '../ui/icons.tsx'
import type { SaveResult } from './useSave.ts'

/** How long the popup stays open after a save, in milliseconds. */
const closeMs = 1600
/** How often the progress is asked for, in milliseconds. */
const askMs = 400

interface Props {
  result: SaveResult
  /** The name of the collection. */
  place: string
  server: string
  /** False after a change of a saved page, which has no undo here. */
  isNew: boolean
}

/** Says what became of a save. */
export function DoneNotice(props: Props) {
  const { queued, isKeeping } = props.result
  if (!queued) return <SavedNotice {...props} />
  const { problem } = queued
  return (
    <QueuedNotice
      isRefused={problem?.kind === 'refused'}
      reason={problem?.message}
      isKeeping={isKeeping === true}
    />
  )
}

/** Says that the page is saved, and closes the popup unless the pointer or the focus is inside. */
function SavedNotice({ result, place, server, isNew }: Props) {
  const { link, isTrashed, isKeeping, isNotCopied } = result
  const [said, setSaid] = useState<string>(isTrashed ? texts.undone : texts.saved)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => window.close(), closeMs)
    return () => clearTimeout(timer)
  }, [isHeld])
  const hold = () => setHeld(true)
  const undo = () => {
    if (link)
      void ask({ kind: 'trash', linkId: link._id }).then(
        () => setSaid(texts.undone),
        (error: AskError) => setSaid(error.message),
      )
  }
  return (
    <div class="saved" onPointerEnter={hold} onFocusIn={hold}>
      <p class="row" role="status">
        <Icon name="check" />
        <b>{said}</b>
        <span class="t2 grow ellipsis">
          {place} {link?.tags.map(tag => `#${tag.name}`).join(' ')}
        </span>
      </p>
      {isKeeping && <KeepProgress />}
      {isNotCopied && <p class="t2">{texts.notCopied}</p>}
      <div class="row">
        <span class="grow t3">{texts.closes}</span>
        {isNew && link && said === texts.saved && (
          <button type="button" class="plain" onClick={undo}>
            {texts.undo}
          </button>
        )}
        {link && said === texts.saved && (
          // The form opens again, with the saved link.
          <button type="button" class="plain" onClick={() => location.reload()}>
            {texts.edit}
          </button>
        )}
        {link && !isTrashed && (
          <button type="button" class="plain" onClick={() => void openTab(`${server}/l/${link._id}`)}>
            {texts.open}
          </button>
        )}
      </div>
    </div>
  )
}

/** Says why a save waits in the queue, to which the notice above leads. */
function QueuedNotice(props: { isRefused: boolean; reason: string | undefined; isKeeping: boolean }) {
  const { isRefused, reason, isKeeping } = props
  return (
    <div class="saved" role="status">
      <p class="row">
        <Icon name={isRefused ? 'warning' : 'offline'} />
        <b class="grow">{isRefused ? reason : texts.queued}</b>
      </p>
      {!isRefused && <p class="t2">{reason}</p>}
      {isKeeping && !isRefused && <p class="t2">{texts.notSentYet}</p>}
    </div>
  )
}

/** How much of the page has arrived. The background goes on without this popup. */
function KeepProgress() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const refresh = async () => {
      const { progress: next, queue } = await ask({ kind: 'status' })
      setProgress(next)
      setWaiting(queue.some(({ task }) => task.kind === 'keep'))
    }
    const timer = setInterval(() => void refresh(), askMs)
    return () => clearInterval(timer)
  }, [])
  if (!isWaiting) return <p class="t2">{texts.pageArchived}</p>
  if (!progress) return <p class="t2">{texts.keeping}</p>
  const { sent, size } = progress
  return (
    <div>
      <p class="row t3">
        <span class="grow">{texts.keeping}</span>
        <span>{texts.sentOf(formatFileSize(sent), formatFileSize(size))}</span>
      </p>
      <progress aria-label={texts.keeping} value={sent} max={size} />
    </div>
  )
}
