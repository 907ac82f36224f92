import type { Link } from '@nestmark/contract/shapes'
import type { SoundEngine } from '../../../lib/media/sound.ts'
import { toParentName } from '../../collections/data.ts'
import { formatTitle } from '../../links/linkDisplay.ts'

/** Reports the playing item to the device: it shows it on its lock screen and next to its media keys. */
export function announceSound(link: Link): void {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.metadata = new MediaMetadata({
    title: formatTitle(link),
    artist: toParentName(link),
    artwork: link.thumbnail ? [{ src: new URL(link.thumbnail, location.origin).href }] : [],
  })
}

/** Lets the media keys of the device control the player. */
export function handleMediaKeys(engine: SoundEngine): void {
  if (!('mediaSession' in navigator)) return
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => engine.toggle()],
    ['pause', () => engine.pause()],
    ['stop', () => engine.stop()],
    ['previoustrack', () => engine.previous()],
    ['nexttrack', () => engine.next()],
    ['seekto', ({ seekTime }) => seekTime !== undefined && engine.seek(seekTime)],
  ]
  for (const [action, handler] of handlers)
    try {
      navigator.mediaSession.setActionHandler(action, handler)
    } catch {
      // Not every browser supports every action.
    }
}

export function reportPosition({ duration, currentTime, playbackRate }: HTMLMediaElement): void {
  if (!('mediaSession' in navigator) || !Number.isFinite(duration) || currentTime > duration) return
  navigator.mediaSession.setPositionState({ duration, position: currentTime, playbackRate })
}
