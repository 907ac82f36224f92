import { type KeyboardEvent as ReactKeyboardEvent, useMemo } from 'react'
import { changePlayback, playbackSettings, stepRate } from '../../../lib/media/playback.ts'
import { sound, soundPosition, withSoundEngine } from '../../../lib/media/sound.ts'
import { type PlayerControls, runPlayerKey } from '../players/playerKeys.ts'

/** The keys of the sound player of the page. */
export const soundControls: PlayerControls = {
  toggle: () => withSoundEngine(engine => engine.toggle()),
  seekBy: seconds => withSoundEngine(engine => engine.seek(soundPosition.get() + seconds)),
  seekToFraction: fraction => {
    const duration = sound.get()?.duration
    if (duration !== undefined) withSoundEngine(engine => engine.seek(duration * fraction))
  },
  changeVolume: step => {
    const volume = Math.min(1, Math.max(0, playbackSettings.get().volume + step))
    changePlayback({ volume, muted: false })
  },
  toggleMute: () => changePlayback({ muted: !playbackSettings.get().muted }),
  changeRate: step => changePlayback({ rate: stepRate(playbackSettings.get().rate, step) }),
}

/** Returns the key handler of an element that shows the sound player. */
export function useSoundKeys(): (event: ReactKeyboardEvent) => void {
  return useMemo(
    () => event => {
      if (event.defaultPrevented) return
      if (runPlayerKey(event.nativeEvent, soundControls, true)) event.stopPropagation()
    },
    [],
  )
}
