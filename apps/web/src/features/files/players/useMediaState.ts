import { useEffect, useState } from 'react'

/** What a media element does, for its controls. Times are in seconds. */
export interface MediaState {
  isPaused: boolean
  /** It waits for bytes for more than a short time. */
  isWaiting: boolean
  position: number
  duration: number | undefined
  /** The end of what is loaded at the position. */
  loadedTo: number
}

const start: MediaState = { isPaused: true, isWaiting: false, position: 0, duration: undefined, loadedTo: 0 }
/** A shorter wait is not shown, in milliseconds. */
const waitMs = 300

const events = [
  'play',
  'pause',
  'ended',
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'progress',
  'loadedmetadata',
] as const

/** Returns the state of a media element. */
export function useMediaState(element: HTMLMediaElement | null): MediaState {
  const [state, setState] = useState(start)
  useEffect(() => {
    if (!element) return
    const ended = new AbortController()
    const { signal } = ended
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => setState(now => ({ ...readState(element), isWaiting: now.isWaiting }))
    const setWaiting = (isWaiting: boolean) => setState(now => ({ ...now, isWaiting }))
    const listen = (names: readonly string[], run: () => void) => {
      for (const name of names) element.addEventListener(name, run, { signal })
    }
    listen(events, read)
    listen(['waiting'], () => {
      clearTimeout(timer)
      timer = setTimeout(() => setWaiting(true), waitMs)
    })
    listen(['playing', 'pause', 'canplay', 'error'], () => {
      clearTimeout(timer)
      setWaiting(false)
    })
    read()
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [element])
  return state
}

function readState(element: HTMLMediaElement): Omit<MediaState, 'isWaiting'> {
  const { paused, currentTime, duration, buffered } = element
  let loadedTo = 0
  for (let index = 0; index < buffered.length; index++)
    if (buffered.start(index) <= currentTime + 0.1) loadedTo = Math.max(loadedTo, buffered.end(index))
  return {
    isPaused: paused,
    position: currentTime,
    duration: Number.isFinite(duration) ? duration : undefined,
    loadedTo,
  }
}
