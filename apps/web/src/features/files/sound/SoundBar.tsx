import { playerTexts as texts } from '@nestmark/texts/links/players'
import { useEffect } from 'react'
import { useEventListener } from '../../../lib/focus/useEventListener.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { startedVideos } from '../../../lib/media/playback.ts'
import { sound, type SoundState } from '../../../lib/media/sound.ts'
import { useStore } from '../../../lib/store.ts'
import { isFocusFree, runPlayerKey } from '../players/playerKeys.ts'
import css from './SoundBar.module.css'
import { SoundBarContent } from './SoundBarContent.tsx'
import { SoundBarPhone } from './SoundBarPhone.tsx'
import { soundControls, useSoundKeys } from './useSoundKeys.ts'

/** The keys that scroll the page where nothing has the focus. */
const pageKeys: ReadonlySet<string> = new Set([' ', 'ArrowUp', 'ArrowDown'])

/**
 * The player of the page at its lower edge. It stays while the user moves about. A video that the user started pauses
 * the sound and has the page for itself; then the player is hidden until the video is left or the sound continues.
 */
export default function SoundBar() {
  const now = useStore(sound)
  const isBehindVideo = useStore(startedVideos) > 0 && now?.status === 'paused'
  return now && !isBehindVideo && <OpenSoundBar now={now} />
}

function OpenSoundBar({ now }: { now: SoundState }) {
  const phone = usePhone()
  const onKeyDown = useSoundKeys()
  const onPageKey = (event: KeyboardEvent) => {
    // A video on the page has its own keys.
    if (event.defaultPrevented || !isFocusFree() || document.querySelector('[data-player] video')) return
    if (!pageKeys.has(event.key)) runPlayerKey(event, soundControls, false)
  }
  useEventListener('keydown', onPageKey, window)
  // The page leaves space for it.
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--nm-sound-bar', phone ? '64px' : '80px')
    return () => void style.removeProperty('--nm-sound-bar')
  }, [phone])
  return (
    <section className={css.place} aria-label={texts.soundBar} data-sound-bar onKeyDown={onKeyDown}>
      {phone ? <SoundBarPhone now={now} /> : <SoundBarContent now={now} />}
    </section>
  )
}
