import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type PointerEvent, useState } from 'react'

/** Returns where the mouse points on a bar, from 0 to 1, and the handlers of the bar. @param canSeek false for no position */
export function useHoveredShare(canSeek: boolean) {
  const [hovered, setHovered] = useState<number>()
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'mouse' || !canSeek) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setHovered(Math.min(1, Math.max(0, (event.clientX - left) / width)))
  }
  return { hovered, handlers: { onPointerMove, onPointerLeave: () => setHovered(undefined) } }
}

/** The position in a file as a slider, which the bar covers. Times are in seconds. */
export function SeekInput({
  position,
  duration,
  canSeek,
  onSeek,
}: {
  position: number
  duration: number | undefined
  canSeek: boolean
  onSeek: ((position: number) => void) | undefined
}) {
  const end = duration ?? 0
  return (
    <input
      type="range"
      min={0}
      max={end}
      step="any"
      value={Math.min(position, end)}
      disabled={!canSeek}
      aria-label={texts.position}
      aria-valuetext={texts.positionOf(position, duration)}
      onChange={event => onSeek?.(Number(event.currentTarget.value))}
    />
  )
}
