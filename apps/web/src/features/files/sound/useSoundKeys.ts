import { type KeyboardEvent as ReactKeyboardEvent, useMemo } from 'react'
import { changePlayback, playbackSettings, stepRate, stepVolume } from '../../../lib/media/playback.ts'
import { sound, soundPosition, controlSound } from '../../../lib/media/sound.ts'
import { type PlayerControls, runPlayerKey } from '../players/playerKeys.ts'

/** The keys of the sound player of the page. */
export const soundControls: PlayerControls = {
  toggle: () => controlSound('toggle'),
  seekBy: seconds => controlSound('seek', soundPosition.get() + seconds),
  seekToFraction: fraction => {
    const duration = sound.get()?.duration
    if (duration !== undefined) controlSound('seek', duration * fraction)
  },
  changeVolume: stepVolume,
  toggleMute: () => changePlayback({ muted: !playbackSettings.get().muted }),
  changeRate: stepRate,
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
