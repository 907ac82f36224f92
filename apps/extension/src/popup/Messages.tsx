/** @jsxImportSource preact */
import { limits } from '@nestmark/core/limits'
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useState } from 'preact/hooks'
import type { Status } from '../background/answerPage.ts'
import { ask, onSubmit, openSettings } from '../ui/ask.ts'

/** Says that nothing is connected. The connection is made in a tab: a prompt of the browser closes the popup. */
export function NotConnected({ isEnded }: { isEnded: boolean }) {
  return (
    <div class="message">
      <h1>{texts.notConnected}</h1>
      <p class="t2">{isEnded ? texts.endedLine : texts.notConnectedLine}</p>
      <button type="button" class="primary" autofocus onClick={() => void openSettings()}>
        {texts.connect} <kbd>↵</kbd>
      </button>
    </div>
  )
}

/** Takes an address or a note where the page has none that can be saved. */
export function NoPage({ status, onQueued }: { status: Status; onQueued: () => void }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState<string>()
  const save = async () => {
    const typed = text.trim()
    const isAddress = /^(https?:\/\/)?[^\s/]+\.[^\s]+$/i.test(typed)
    const [name = typed] = typed.split('\n')
    const outcome = await ask({
      kind: 'run',
      task: {
        kind: 'save',
        link: isAddress ? typed : '',
        name: name.slice(0, limits.title),
        desc: isAddress ? '' : typed,
        category: isAddress ? 3 : 4,
        isPlaceholder: isAddress,
        parent: status.lastParent,
        tags: [],
      },
    })
    // What is not sent is in the queue: it is not put there a second time.
    setText('')
    setSaid(outcome.done ? texts.saved : (outcome.problem?.message ?? texts.queued))
    if (!outcome.done) onQueued()
  }
  return (
    <form class="message" onSubmit={onSubmit(save)}>
      <h1>{texts.noPage}</h1>
      <p class="t2">{texts.noPageLine}</p>
      <input
        autofocus
        aria-label={texts.pasteOrWrite}
        placeholder={texts.pasteOrWrite}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
      />
      <button class="primary" disabled={text.trim() === ''}>
        {texts.save} <kbd>↵</kbd>
      </button>
      {said && <p role="status">{said}</p>}
    </form>
  )
}
