import { waitFor } from '@nestmark/client/waitFor'
import type { EventChanged, EventHello } from '@nestmark/contract/liveUpdates'
import { refresh, scheduleRefresh } from '../api/queryClient.ts'
import { reportUnreachable, waitUntilReachable } from '../connection.ts'
import { windowId } from '../browser/window.ts'
import { eventsChannel, readSessionStart, takeEarlyEvents } from './early.ts'
import { live } from './isLive.ts'
import { runInLeader } from './leader.ts'
import { subscribe } from './stream.ts'

/** A message between the tabs. The leader forwards events; the others check whether it responds. */
type ChannelMessage =
  | { kind: 'changed'; change: EventChanged; id: string }
  | { kind: 'missed'; missed: EventHello['missed']; id: string }
  | { kind: 'live'; is: boolean }
  | { kind: 'ask' }
  | { kind: 'here'; is: boolean }

const minPause = 1_000
const maxPause = 30_000
/** How long the leader may take to respond before another tab takes over. */
const answerTimeout = 1_500

/**
 * Keeps the data of this tab up to date for one session: refetches what other users change.
 * @returns stops it
 */
export function startLiveUpdates(token: string): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const channel = new BroadcastChannel(eventsChannel)
  const post = (message: ChannelMessage) => {
    if (!signal.aborted) channel.postMessage(message)
  }
  const startedAt = readSessionStart()
  let lastId: string | null = null
  let isLeader = false
  let takeOverTimer: ReturnType<typeof setTimeout> | undefined

  function receive(message: ChannelMessage): void {
    if (message.kind === 'changed') {
      lastId = message.id || lastId
      // This window's own mutation, whose answer has already caused a refetch.
      if (message.change.by !== windowId) scheduleRefresh(message.change.topics)
    } else if (message.kind === 'missed') {
      lastId = message.id
      scheduleRefresh(message.missed)
    } else if (message.kind === 'live') live.set(message.is)
    else if (message.kind === 'here') {
      clearTimeout(takeOverTimer)
      live.set(message.is)
    } else if (isLeader) post({ kind: 'here', is: live.get() })
  }
  function broadcast(message: ChannelMessage): void {
    receive(message)
    post(message)
  }

  async function receiveStream(leaderSignal: AbortSignal): Promise<void> {
    isLeader = true
    let pause = 0
    while (!leaderSignal.aborted) {
      await waitUntilReachable(leaderSignal)
      await waitFor(pause * (0.7 + Math.random() * 0.6), leaderSignal).catch(() => undefined)
      if (leaderSignal.aborted) break
      const request = { token, since: lastId, age: performance.now() - startedAt + 1000 }
      let wait = 0
      try {
        const end = await subscribe(
          request,
          {
            hello({ missed }, id) {
              pause = 0
              broadcast({ kind: 'live', is: true })
              broadcast({ kind: 'missed', missed, id })
            },
            changed: (change, id) => broadcast({ kind: 'changed', change, id }),
          },
          leaderSignal,
        )
        if (end.kind === 'over') {
          // Any further call gets 401. The session handling then decides what to show.
          void refresh(['profile'])
          break
        }
        wait = end.wait
      } catch {
        if (!leaderSignal.aborted) reportUnreachable()
      }
      if (leaderSignal.aborted) break
      broadcast({ kind: 'live', is: false })
      pause = Math.max(wait, Math.min(maxPause, Math.max(minPause, pause * 2)))
    }
    broadcast({ kind: 'live', is: false })
    isLeader = false
    // The session has ended. The lock is not released, so that no other tab starts a task that cannot succeed.
    if (!leaderSignal.aborted)
      await new Promise<void>(done => leaderSignal.addEventListener('abort', () => done()))
  }

  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => receive(data))
  for (const message of takeEarlyEvents()) receive(message as ChannelMessage)
  const takeOver = runInLeader(receiveStream, signal)
  const checkLeader = () => {
    if (document.hidden || isLeader) return
    post({ kind: 'ask' })
    clearTimeout(takeOverTimer)
    // Phones suspend tabs without releasing their locks.
    takeOverTimer = setTimeout(() => isLeader || takeOver(), answerTimeout)
  }
  document.addEventListener('visibilitychange', checkLeader, { signal })
  checkLeader()
  return () => {
    controller.abort()
    clearTimeout(takeOverTimer)
    channel.close()
    live.set(false)
  }
}
