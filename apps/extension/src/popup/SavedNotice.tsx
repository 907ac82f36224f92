/** @jsxImportSource preact */
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useEffect, useState } from 'preact/hooks'
import { browser } from '../lib/browser.ts'
import type { TaskResult } from '../background/runTask.ts'
import { ask, type AskError } from '../ui/ask.ts'
import { Icon } from '../ui/icons.tsx'

/** How long the popup stays open after a save, in milliseconds. */
const closeMs = 1600

interface Props {
  result: TaskResult
  /** The name of the collection. */
  place: string
  server: string
  /** False after a change of a saved page, which has no undo here. */
  isNew: boolean
}

/** Says that the page is saved, and closes the popup unless the pointer or the focus is inside. */
export function SavedNotice({ result: { link }, place, server, isNew }: Props) {
  const [said, setSaid] = useState<string>(texts.saved)
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
        <span class="grow ellipsis">
          {place} {link?.tags.map(tag => `#${tag.name}`).join(' ')}
        </span>
      </p>
      <div class="row">
        <span class="grow t3">{texts.closes}</span>
        {isNew && link && said === texts.saved && (
          <button type="button" class="plain" onClick={undo}>
            {texts.undo}
          </button>
        )}
        {link && (
          <button
            type="button"
            class="plain"
            onClick={() =>
              void browser.tabs.create({ url: `${server}/l/${link._id}` }).then(() => window.close())
            }
          >
            {texts.open}
          </button>
        )}
      </div>
    </div>
  )
}
