import type { Link } from '@nestmark/contract/shapes'
import { mediaActionTexts } from '@nestmark/texts/links/mediaActions'
import { createStore, useStoreSelector } from '../store.ts'
import { toast } from '../toasts.ts'

/** The audio that the page plays, one file at a time. */
export interface SoundState {
  link: Link
  status: 'playing' | 'waiting' | 'paused'
  /** Why it does not play, as a message. */
  problem: string | null
  /** In seconds. */
  duration: number | undefined
  /** The audio links that were chosen to play next, before those of the collection. */
  queue: readonly Link[]
  /** Its position among the audio links of its collection; null until it is known. */
  place: { index: number; total: number } | null
}

export const sound = createStore<SoundState | null>(null)
/** The position in the current audio in seconds. A separate store, because it changes continuously. */
export const soundPosition = createStore(0)

/** The commands of the player of the page. */
export interface SoundEngine {
  /** Plays an audio link from its beginning, or continues the current one. */
  play(link: Link): void
  /** Shows an audio link that a reload interrupted, paused at its position in seconds. */
  restore(link: Link, position: number): void
  toggle(): void
  pause(): void
  /** Pauses, and returns to the beginning. */
  stop(): void
  /** Ends playing and closes the player. */
  close(): void
  seek(position: number): void
  previous(): void
  next(): void
  enqueue(link: Link): void
  /** Plays an entry of the queue now. */
  playQueued(index: number): void
  removeQueued(index: number): void
  /** Tries again after a problem. */
  retry(): void
}

let load: (() => Promise<SoundEngine>) | undefined
let loaded: Promise<SoundEngine> | undefined
/** Created in the click handler that starts the first audio: some browsers allow playback only for such an element. */
let element: HTMLAudioElement | undefined

/** Sets the function that loads the player. Its code is loaded with the first audio. */
export function provideSoundEngine(loader: () => Promise<SoundEngine>): void {
  load = loader
}

/** Returns the only audio element of the page. */
export function getSoundElement(): HTMLAudioElement {
  if (!element) {
    element = document.createElement('audio')
    element.preload = 'auto'
    document.body.append(element)
    element.load()
  }
  return element
}

function withSoundEngine(run: (engine: SoundEngine) => void): void {
  getSoundElement()
  loaded ??= load?.()
  loaded?.then(run).catch(() => {
    // The next command loads it again.
    loaded = undefined
    toast({ tone: 'danger', title: mediaActionTexts.loadFailed })
  })
}

/** Runs a command of the player. */
export function controlSound<Name extends keyof SoundEngine>(
  name: Name,
  ...input: Parameters<SoundEngine[Name]>
): void {
  withSoundEngine(engine => (engine[name] as (...values: typeof input) => void)(...input))
}

/** Loads the code of the player, so that the first audio starts without a delay. */
export function preloadSoundEngine(): void {
  loaded ??= load?.()
  loaded?.catch(() => {
    loaded = undefined
  })
}

/** Plays an audio link, or pauses it when it is playing. */
export function toggleSound(link: Link): void {
  const isCurrent = sound.get()?.link._id === link._id
  if (isCurrent) controlSound('toggle')
  else controlSound('play', link)
}

/** Returns the status of a link when it is the current audio; else null. */
export function useSoundStatus(id: string): SoundState['status'] | null {
  return useStoreSelector(sound, now => (now?.link._id === id ? now.status : null))
}
