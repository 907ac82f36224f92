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

/** Applies the playback settings to a media element, which may be muted by itself. */
export function applyPlayback(media: HTMLMediaElement, { volume, rate, muted }: PlaybackSettings): void {
  media.volume = volume
  media.muted = muted
  media.defaultPlaybackRate = rate
  media.playbackRate = rate
}

/** Changes the volume by a step, and unmutes. */
export function stepVolume(step: number): void {
  changePlayback({ volume: Math.min(1, Math.max(0, playbackSettings.get().volume + step)), muted: false })
}

/** Changes the speed one step up or down; not at the ends. */
export function stepRate(step: 1 | -1): void {
  const { rate } = playbackSettings.get()
  const next =
    step === 1 ? playbackRates.find(each => each > rate) : playbackRates.findLast(each => each < rate)
  changePlayback({ rate: next ?? rate })
}

let pauseCurrent: (() => void) | undefined

/** Pauses other media on the page, so that only one audio or video file plays. */
export function takeOverPlayback(pause: () => void): void {
  if (pauseCurrent !== pause) pauseCurrent?.()
  pauseCurrent = pause
}

/** The number of videos on the page that were started by the user. */
export const startedVideos = createStore(0)
