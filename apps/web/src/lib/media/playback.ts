import { stored } from '../browser/storage.ts'
import { createStore } from '../store.ts'

/** The playback settings for audio and video on this device. */
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

/** Changes the playback settings, and stores them on this device. */
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

/** Pauses other media on the page, so that only one audio or video file plays. */
export function takeOverPlayback(pause: () => void): void {
  if (pauseCurrent !== pause) pauseCurrent?.()
  pauseCurrent = pause
}

/** The number of videos on the page that were started by the user. */
export const startedVideos = createStore(0)
