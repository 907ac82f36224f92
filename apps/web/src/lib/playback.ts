import { stored } from './storage.ts'
import { createStore } from './store.ts'

/** How a user plays sounds and videos on this device. */
export interface PlaybackSettings {
  /** From 0 to 1. */
  volume: number
  muted: boolean
  /** The speed; 1 is normal. */
  rate: number
}

/** The speeds that the players offer. */
export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

function readSettings(): PlaybackSettings {
  const { volume = 1, muted = false, rate = 1 } = stored.read<Partial<PlaybackSettings>>('playback') ?? {}
  return { volume: Math.min(1, Math.max(0, Number(volume) || 0)), muted, rate: Number(rate) || 1 }
}

export const playbackSettings = createStore(readSettings())

/** Changes how sounds and videos play from now on, and keeps it on this device. */
export function changePlayback(part: Partial<PlaybackSettings>): void {
  playbackSettings.set(now => ({ ...now, ...part }))
  stored.write('playback', playbackSettings.get())
}

/** Returns the speed one step above or below; the same at the ends. */
export function stepRate(rate: number, step: 1 | -1): number {
  const next =
    step === 1 ? playbackRates.find(each => each > rate) : playbackRates.findLast(each => each < rate)
  return next ?? rate
}

let pauseCurrent: (() => void) | undefined

/** Pauses what plays on the page, so that only one sound or video is heard. */
export function takeOverPlayback(pause: () => void): void {
  if (pauseCurrent !== pause) pauseCurrent?.()
  pauseCurrent = pause
}
