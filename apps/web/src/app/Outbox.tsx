import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { outboxTexts as texts } from '@nestmark/texts/outbox'
import { client } from '../lib/api/client.ts'
import { closeOverlay, openOverlay } from '../lib/overlays/overlay.ts'
import { sendQueue } from '../lib/api/sendQueue.ts'
import { showError } from '../lib/api/showError.ts'
import { updateQueued, removeQueued, useQueue, type QueuedMutation } from '../lib/outbox/queue.ts'
import { Button } from '../ui/fields/Button.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconCheck } from '../ui/icons.ts'
import css from './Outbox.module.css'

/** Lists the queued and refused mutations, with buttons to discard, retry or edit them. */
export default function Outbox({ onClose }: { onClose: () => void }) {
  const entries = useQueue()
  return (
    <Dialog title={texts.title} size={520} onClose={onClose}>
      {entries.length === 0 ? (
        <EmptyState icon={IconCheck} title={texts.empty} />
      ) : (
        <>
          <p className={`t3 ${css.intro}`}>{texts.line}</p>
          <ul>
            {entries.map(entry => (
              <OutboxEntry key={entry.id} entry={entry} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function OutboxEntry({ entry }: { entry: QueuedMutation }) {
  const refused = entry.state === 'refused'
  return (
    <li className={`row wrap ${css.entry}`}>
      <div className={`grow ${css.text}`}>
        <div className="anywhere w540" dir="auto">
          {entry.title}
        </div>
        <div className={`f12 ${refused ? 'bad' : 't3'}`}>
          {texts.kinds[entry.op] ?? texts.change} · {refused ? entry.sentence : texts.waiting}
        </div>
      </div>
      <div className="flex g6 push">
        <Button
          size="sm"
          variant="ghost"
          onClick={() =>
            openOverlay('confirm', {
              title: texts.discardAsk(entry.title),
              body: texts.discardLine,
              confirm: texts.discard,
              danger: true,
              run: () => removeQueued(entry.id),
            })
          }
        >
          {texts.discard}
        </Button>
        {refused && entry.theirs === undefined && (
          <Button
            size="sm"
            onClick={() => {
              updateQueued(entry.id, { state: 'waiting', sentence: undefined })
              void sendQueue()
            }}
          >
            {texts.retry}
          </Button>
        )}
        {entry.form !== undefined && (
          <Button size="sm" onClick={() => void openForm(entry)}>
            {texts.edit}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Opens the form with the queued values. */
async function openForm(entry: QueuedMutation): Promise<void> {
  const { link_id } = entry.input as { link_id?: string }
  try {
    if (link_id === undefined) {
      closeOverlay()
      openOverlay('addLink', { queuedId: entry.id })
      return
    }
    const known = entry.theirs as Link | undefined
    const link = known ?? (await client.call(getLink, { link_id })).link
    closeOverlay()
    openOverlay('editLink', { link, queuedId: entry.id })
  } catch (error) {
    showError(error)
  }
}
