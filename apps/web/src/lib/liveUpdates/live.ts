import type { EventChanged, EventHello } from '@nestmark/contract/liveUpdates'
import { refresh, refreshGently } from '../api/queryClient.ts'
import { unanswered, whenUp } from '../connection.ts'
import { createStore } from '../store.ts'
import { windowId } from '../window.ts'
import { lead } from './leader.ts'
import { subscribe } from './stream.ts'

/** Whether this browser hears at once what others change. */
export const live = createStore(false)

/** What the tab that listens says to the others, and how they find out whether it is awake. */
type Word =
  | { kind: 'changed'; change: EventChanged; id: string }
  | { kind: 'missed'; missed: EventHello['missed']; id: string }
  | { kind: 'live'; is: boolean }
  | { kind: 'ask' }
  | { kind: 'here'; is: boolean }

const firstPause = 1_000
const longestPause = 30_000
/** How long the tab that listens may take to answer before another takes over. */
const answerTime = 1_500

/**
 * Keeps what this tab shows fresh, for as long as one person is signed in: reads again what others have changed.
 * @returns stops it
 */
export function refreshLive(token: string): () => void {
  const over = new AbortController()
  const { signal } = over
  const channel = new BroadcastChannel('nestmark-events')
  const say = (word: Word) => {
    if (!signal.aborted) channel.postMessage(word)
  }
  const begunAt = document.readyState === 'complete' ? performance.now() : 0
  let last: string | null = null
  let leading = false
  let asking: ReturnType<typeof setTimeout> | undefined

  function hear(word: Word): void {
    if (word.kind === 'changed') {
      last = word.id || last
      // Its own deed: that has been read again when it was answered.
      if (word.change.by !== windowId) refreshGently(word.change.topics)
    } else if (word.kind === 'missed') {
      last = word.id
      refreshGently(word.missed)
    } else if (word.kind === 'live') live.set(word.is)
    else if (word.kind === 'here') {
      clearTimeout(asking)
      live.set(word.is)
    } else if (leading) say({ kind: 'here', is: live.get() })
  }
  function tell(word: Word): void {
    hear(word)
    say(word)
  }

  async function listen(turn: AbortSignal): Promise<void> {
    leading = true
    let pause = 0
    while (!turn.aborted) {
      await whenUp(turn)
      await sleep(pause * (0.7 + Math.random() * 0.6), turn)
      if (turn.aborted) break
      const asked = { token, since: last, age: performance.now() - begunAt + 1000 }
      let wait = 0
      try {
        const end = await subscribe(
          asked,
          {
            hello({ missed }, id) {
              pause = 0
              tell({ kind: 'live', is: true })
              tell({ kind: 'missed', missed, id })
            },
            changed: (change, id) => tell({ kind: 'changed', change, id }),
          },
          turn,
        )
        if (end.kind === 'over') {
          // Whoever asks anything now is told so; what is shown then is the business of the session.
          void refresh(['profile'])
          break
        }
        wait = end.wait
      } catch {
        if (!turn.aborted) unanswered()
      }
      if (turn.aborted) break
      tell({ kind: 'live', is: false })
      pause = Math.max(wait, Math.min(longestPause, Math.max(firstPause, pause * 2)))
    }
    tell({ kind: 'live', is: false })
    leading = false
    // The work is over, but nobody else shall begin it in vain.
    if (!turn.aborted) await new Promise<void>(done => turn.addEventListener('abort', () => done()))
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => hear(data))
  const takeOver = lead(listen, signal)
  const look = () => {
    if (document.hidden || leading) return
    say({ kind: 'ask' })
    clearTimeout(asking)
    // Phones put tabs to sleep with all they hold.
    asking = setTimeout(() => leading || takeOver(), answerTime)
  }
  document.addEventListener('visibilitychange', look, { signal })
  look()
  return () => {
    over.abort()
    clearTimeout(asking)
    channel.close()
    live.set(false)
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
}
