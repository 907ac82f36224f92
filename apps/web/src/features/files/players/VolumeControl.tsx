import { playerTexts as texts } from '@nestmark/texts/links/players'
import type { CSSProperties } from 'react'
import { IconVolume, IconVolumeOff } from '../../../ui/icons.ts'
import { PlayerButton } from './PlayerButton.tsx'
import css from './VolumeControl.module.css'

/**
 * The mute button with the volume next to it.
 * @param hasSlider false on phones, whose own keys change the volume
 */
export function VolumeControl({
  isSilent,
  volume,
  hasSlider,
  onToggle,
  onChange,
}: {
  isSilent: boolean
  volume: number
  hasSlider: boolean
  onToggle: () => void
  onChange: (volume: number) => void
}) {
  const shown = isSilent ? 0 : volume
  return (
    <>
      <PlayerButton
        icon={isSilent || volume === 0 ? IconVolumeOff : IconVolume}
        label={isSilent ? texts.unmute : texts.mute}
        onClick={onToggle}
      />
      {hasSlider && (
        <span className={`rigid rel ${css.volume}`} style={{ '--volume': shown } as CSSProperties} dir="ltr">
          <VolumeInput volume={shown} onChange={onChange} />
        </span>
      )}
    </>
  )
}

/** The volume as a slider. @param volume from 0 to 1, as it is heard */
export function VolumeInput({ volume, onChange }: { volume: number; onChange: (volume: number) => void }) {
  return (
    <input
      type="range"
      min={0}
      max={1}
      step={0.05}
      value={volume}
      aria-label={texts.volume}
      aria-valuetext={texts.volumeOf(Math.round(volume * 100))}
      // The arrow keys of the slider change the volume, and not the position.
      onKeyDown={event => event.key.startsWith('Arrow') && event.stopPropagation()}
      onChange={event => onChange(Number(event.currentTarget.value))}
    />
  )
}
