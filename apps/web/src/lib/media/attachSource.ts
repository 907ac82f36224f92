import type { Refusal } from '@nestmark/contract/client'
import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { formatError } from '../api/client.ts'
import { connection, waitUntilReachable } from '../connection.ts'
import { toPlayable } from './playable.ts'
import { isConnectionLost, readAddress, readStoredAddress } from './mediaAddress.ts'

/** Why a file does not play. */
export interface MediaProblem {
  text: string
  /** The file itself exists, so that it can be downloaded. */
  canDownload: boolean
  /** It continues by itself when the server answers again. */
  isOffline?: boolean
}

const lost: MediaProblem = { text: texts.lost, canDownload: false }
const offline: MediaProblem = { text: texts.offline, canDownload: false, isOffline: true }

/** Two failures nearer to each other than this, in seconds, are one that a new address does not end. */
const samePlace = 0.5

/** Plays a link in a media element. */
export interface AttachedSource {
  /** Loads the file. `readPosition` returns the position in seconds when its address is known. */
  load(readPosition?: () => number): Promise<void>
  detach(): void
}

/**
 * Gives a media element the address of a link's file. When the address has expired, or the connection was lost, it gets
 * a new one and continues where it was.
 * @param onProblem receives what the user must know, and null when it is over
 */
export function attachSource(
  element: HTMLMediaElement,
  link: Link,
  onProblem: (problem: MediaProblem | null) => void,
): AttachedSource {
  const direct = toPlayable(link)?.address
  const ended = new AbortController()
  const { signal } = ended
  let lastFailure: number | undefined
  /** Some browsers pause an element that fails, before its error is known. */
  let isPlaying = false

  const set = async (readPosition: () => number, isExpired: boolean) => {
    const address = direct ?? (await readAddress(link._id, isExpired))
    if (signal.aborted) return
    element.src = address
    const position = readPosition()
    if (position > 0) element.currentTime = position
  }
  const load = async (readPosition = () => 0) => {
    onProblem(null)
    try {
      await set(readPosition, false)
    } catch (error) {
      await handleRefusal(error, readPosition, false)
    }
  }
  const handleRefusal = async (error: unknown, readPosition: () => number, plays: boolean) => {
    if (signal.aborted) return
    if (!isConnectionLost(error)) return onProblem(toProblem(error))
    onProblem(offline)
    await waitUntilReachable(signal)
    if (!signal.aborted) await resume(readPosition, plays)
  }
  const resume = async (readPosition: () => number, plays: boolean) => {
    try {
      await set(readPosition, true)
      onProblem(null)
      if (plays && !signal.aborted) await element.play().catch(() => undefined)
    } catch (error) {
      await handleRefusal(error, readPosition, plays)
    }
  }
  const recover = async () => {
    const position = element.currentTime
    const plays = isPlaying
    if (direct !== undefined) return onProblem(connection.get() === 'up' ? cannotPlay(link) : offline)
    const isSecond = lastFailure !== undefined && Math.abs(lastFailure - position) < samePlace
    lastFailure = position
    if (!isSecond) return resume(() => position, plays)
    try {
      onProblem((await isLost(link._id)) ? lost : cannotPlay(link))
    } catch (error) {
      await handleRefusal(error, () => position, plays)
    }
  }
  const onError = () => void recover()
  const onProgress = () => {
    if (lastFailure !== undefined && element.currentTime > lastFailure + samePlace) lastFailure = undefined
  }
  element.addEventListener('error', onError, { signal })
  element.addEventListener('play', () => void (isPlaying = true), { signal })
  element.addEventListener('pause', () => void (isPlaying = false), { signal })
  element.addEventListener('timeupdate', onProgress, { signal })
  return { load, detach: () => ended.abort() }
}

const cannotPlay = (link: Link): MediaProblem => ({
  text: toPlayable(link)?.address === undefined ? texts.cannotPlay : texts.cannotPlayDirect,
  canDownload: toPlayable(link)?.address === undefined,
})

/** Returns whether the server no longer has the bytes of a file. */
async function isLost(linkId: string): Promise<boolean> {
  const answer = await fetch(await readStoredAddress(linkId, true), { method: 'HEAD' })
  return answer.status === 404
}

/** Returns the message for an address that the server does not give. */
export function toProblem(error: unknown): MediaProblem {
  if (isConnectionLost(error)) return offline
  const code = (error as Partial<Refusal>).code
  if (code === 'files.notFound' || code === 'files.lost') return lost
  return { text: formatError(error), canDownload: false }
}
