import type { Link } from '@nestmark/contract/shapes'
import { mediaActionTexts } from '@nestmark/texts/mediaActions'
import { createStore, useStoreSelector } from './store.ts'
import { toast } from './toasts.ts'

/** The sound that the page plays. There is one at a time. */
export interface SoundState {
  link: Link
  status: 'playing' | 'waiting' | 'paused'
  /** Why it does not play, as a sentence. */
  problem: string | null
  /** In seconds. */
  duration: number | undefined
  /** The sounds that were chosen to play next, before those of the collection. */
  queue: readonly Link[]
  /** Its place among the sounds of its collection; null until it is known. */
  place: { index: number; total: number } | null
}

export const sound = createStore<SoundState | null>(null)
/** The position in the current sound in seconds. Separate, because it changes all the time. */
export const soundPosition = createStore(0)

/** What the player of the page can do. */
export interface SoundEngine {
  /** Plays a sound from its beginning, or goes on with the current one. */
  play(link: Link): void
  /** Shows a sound that a reload interrupted, paused at its position in seconds. */
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
/** Created in the click that starts the first sound: some browsers let only such an element play later. */
let element: HTMLAudioElement | undefined

/** Sets how the player is loaded. Its code is loaded with the first sound. */
export function provideSoundEngine(loader: () => Promise<SoundEngine>): void {
  load = loader
}

/** Returns the only sound element of the page. */
export function getSoundElement(): HTMLAudioElement {
  if (!element) {
    element = document.createElement('audio')
    element.preload = 'auto'
    document.body.append(element)
    element.load()
  }
  return element
}

/** Runs a command of the player. */
export function withSoundEngine(run: (engine: SoundEngine) => void): void {
  getSoundElement()
  loaded ??= load?.()
  loaded?.then(run).catch(() => {
    // The next command loads it again.
    loaded = undefined
    toast({ tone: 'danger', title: mediaActionTexts.loadFailed })
  })
}

/** Loads the code of the player, so that the first sound plays at once. */
export function preloadSoundEngine(): void {
  loaded ??= load?.()
  loaded?.catch(() => {
    loaded = undefined
  })
}

/** Plays a sound, or pauses it where it plays. */
export function toggleSound(link: Link): void {
  const isCurrent = sound.get()?.link._id === link._id
  withSoundEngine(engine => (isCurrent ? engine.toggle() : engine.play(link)))
}

/** Returns whether a link is the current sound, and its status; null where it is another. */
export function useSoundStatus(id: string): SoundState['status'] | null {
  return useStoreSelector(sound, now => (now?.link._id === id ? now.status : null))
}
