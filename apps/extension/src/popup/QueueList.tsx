/** @jsxImportSource preact */
import type { TreeNode } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useEffect, useState } from 'preact/hooks'
import { isRefused, type QueuedTask } from '../background/queue.ts'
import type { Task } from '../lib/tasks.ts'
import { ask } from '../ui/ask.ts'
import { Icon } from '../ui/icons.tsx'

/** Says how many tasks wait, and why. */
export function QueueNotice({ queue, onOpen }: { queue: readonly QueuedTask[]; onOpen: () => void }) {
  const refused = queue.some(isRefused)
  return (
    <button type="button" class={refused ? 'row notice bad' : 'row notice'} onClick={onOpen}>
      <Icon name={refused ? 'warning' : 'offline'} />
      <span class="grow">
        {refused ? texts.refused(queue.filter(isRefused).length) : texts.waiting(queue.length)}
      </span>
      <Icon name="right" />
    </button>
  )
}

/** The tasks that the server has not accepted, the oldest first, each with its reason. */
export function QueueList(props: {
  queue: readonly QueuedTask[]
  isConnected: boolean
  server: string
  tree: TreeNode | null
  onChange: () => Promise<void>
  onClose: () => void
}) {
  const { queue, isConnected, server, tree, onChange, onClose } = props
  const [isSending, setSending] = useState(false)
  const isEmpty = queue.length === 0
  useEffect(() => {
    if (isEmpty) onClose()
  }, [isEmpty, onClose])
  const act = async (acting: Promise<unknown>) => {
    setSending(true)
    await acting.catch(() => undefined)
    await onChange()
    setSending(false)
  }
  // A refused task waits for the person, not for the server.
  const waiting = queue.filter(each => !isRefused(each))
  const [first] = waiting
  return (
    <div class="queue">
      <ul>
        {queue.map(each => (
          <li key={each.id} class={isRefused(each) ? 'queued bad' : 'queued'}>
            <div class="row">
              <b class="grow ellipsis" dir="auto">
                {nameOf(each.task)}
              </b>
              <span class="t3">{formatTime(each.at)}</span>
            </div>
            {isRefused(each) && <p class="danger">{each.problem?.message}</p>}
            {isRefused(each) && (
              <div class="row choices">
                <Remedy code={each.problem?.code ?? ''} server={server} />
                <button type="button" class="plain" onClick={() => act(ask({ kind: 'retry', id: each.id }))}>
                  {texts.tryAgain}
                </button>
                {each.task.kind === 'save' && each.task.parent !== null && (
                  <SaveElsewhere
                    place={findFallback(tree, each.task.parent)}
                    onSave={parent => act(ask({ kind: 'retry', id: each.id, parent }))}
                  />
                )}
                <button
                  type="button"
                  class="plain danger"
                  onClick={() => act(ask({ kind: 'discard', id: each.id }))}
                >
                  {texts.discard}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <footer class="row foot">
        <span class="grow t2" role="status">
          {first?.problem
            ? texts.since(first.problem.message, formatTime(first.at))
            : first && texts.oldestFirst}
        </span>
        <button type="button" class="plain" onClick={onClose}>
          {texts.back}
        </button>
        <button
          type="button"
          class="plain"
          disabled={isSending || !isConnected || waiting.length === 0}
          onClick={() => act(ask({ kind: 'sendQueue' }))}
        >
          {texts.tryNow}
        </button>
      </footer>
    </div>
  )
}

/** A link to the page that helps after a refusal because of the plan: also a server that offers no plans may have a full storage. */
function Remedy({ code, server }: { code: string; server: string }) {
  if (!code.startsWith('plan.')) return null
  const isFull = code === 'plan.storage'
  return (
    <a
      class="plain"
      href={`${server}${isFull ? '/settings?tab=storage' : '/pricing'}`}
      target="_blank"
      rel="noreferrer"
    >
      {isFull ? texts.showStorage : texts.upgrade}
    </a>
  )
}

/** Saves into another collection than the one that refused the save. */
function SaveElsewhere(props: {
  place: { id: string | null; name: string }
  onSave: (id: string | null) => void
}) {
  const { place, onSave } = props
  return (
    <button type="button" class="plain" onClick={() => onSave(place.id)}>
      {texts.saveTo(place.name)}
    </button>
  )
}

/** Returns the collection that every library has at first, or none where it is deleted or has refused the save itself. */
function findFallback(tree: TreeNode | null, refused: string): { id: string | null; name: string } {
  const first = tree?.children.find(each => each.folder_name === collectionsTexts.firstFolder)
  return first && first._id !== refused
    ? { id: first._id, name: first.folder_name }
    : { id: null, name: texts.noCollection }
}

function nameOf(task: Task): string {
  if (task.kind === 'keep') return texts.pageOf(task.name)
  if (task.kind === 'save' || task.kind === 'tabs') return task.name
  if (task.kind === 'edit') return task.name ?? texts.change
  return task.kind === 'highlight' ? (task.text ?? texts.highlight) : texts.highlight
}

function formatTime(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return new Date(at).toLocaleString([], isToday ? { timeStyle: 'short' } : { dateStyle: 'medium' })
}
