import { playerTexts as texts } from '@nestmark/texts/links/players'

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
