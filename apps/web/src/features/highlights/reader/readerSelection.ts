import type { Anchor } from '@nestmark/core/anchor/anchor'
import { useEffect, useEffectEvent, useState } from 'react'

/** Selected words that can be highlighted. */
export interface SelectedWords {
  anchor: Anchor
  /** Follows the words while they are scrolled. */
  range: Range
}

/** How long a selection rests before the bar appears, in milliseconds. */
const restMs = 150
/** After a scroll of this many pixels, the selection is done with. */
const maxScroll = 200

/**
 * Returns the selected words once the selection rests, and a function that ends this until the next selection.
 * @param read returns the anchor of the selected words; null where they are not in the text
 */
export function useSelectedWords(
  isEnabled: boolean,
  read: (range: Range) => Promise<Anchor | null>,
): [SelectedWords | null, () => void] {
  const [selected, setSelected] = useState<SelectedWords | null>(null)
  const readSelected = useEffectEvent(async (isLatest: () => boolean) => {
    const selection = document.getSelection()
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return
    const range = selection.getRangeAt(0).cloneRange()
    const anchor = await read(range).catch(() => null)
    if (isLatest()) setSelected(anchor && { anchor, range })
  })
  useEffect(() => {
    if (!isEnabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPressed = false
    let changes = 0
    const onChange = () => {
      clearTimeout(timer)
      const change = ++changes
      if (document.getSelection()?.isCollapsed !== false) return setSelected(null)
      if (!isPressed) timer = setTimeout(() => void readSelected(() => change === changes), restMs)
    }
    const onPress = ({ target }: PointerEvent) => {
      // A press on the bar leaves the selection alone.
      isPressed = !(target instanceof Element && target.closest('[data-selection-bar]'))
    }
    const onRelease = () => {
      if (!isPressed) return
      isPressed = false
      onChange()
    }
    const ended = new AbortController()
    const { signal } = ended
    document.addEventListener('selectionchange', onChange, { signal })
    document.addEventListener('pointerdown', onPress, { signal, capture: true })
    document.addEventListener('pointerup', onRelease, { signal, capture: true })
    document.addEventListener('pointercancel', onRelease, { signal, capture: true })
    return () => {
      changes++
      clearTimeout(timer)
      ended.abort()
      setSelected(null)
    }
  }, [isEnabled])
  useEffect(() => {
    if (!selected) return
    const topOf = () => selected.range.getBoundingClientRect().top
    const start = topOf()
    const onScroll = () => Math.abs(topOf() - start) > maxScroll && setSelected(null)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', onScroll, { capture: true })
  }, [selected])
  return [selected, () => setSelected(null)]
}
