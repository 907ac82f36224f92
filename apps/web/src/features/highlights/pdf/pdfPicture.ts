import { useEffect, useEffectEvent, useState } from 'react'

/** A press that moves further is an attempt to select, in pixels. */
const minDrag = 8

/**
 * Returns whether to say that a page has no words to select: when it is the one that is read and the highlights are shown, or
 * when somebody has tried to select on it.
 */
export function usePictureNotice(
  scroller: HTMLElement | null,
  textLayers: ReadonlyMap<number, HTMLElement>,
  page: number,
  isListShown: boolean,
): boolean {
  const [tried, setTried] = useState<number | null>(null)
  const isPicture = (number: number) => textLayers.get(number)?.textContent.trim() === ''
  const onTry = useEffectEvent(({ target }: Event) => {
    const paper = target instanceof Element ? target.closest('[data-page-number]') : null
    const number = Number(paper?.getAttribute('data-page-number'))
    setTried(isPicture(number) ? number : null)
  })
  useEffect(() => {
    if (!scroller) return
    let start: PointerEvent | undefined
    const ended = new AbortController()
    const { signal } = ended
    scroller.addEventListener('pointerdown', event => (start = event), { signal })
    scroller.addEventListener(
      'pointerup',
      event => {
        if (!start || event.pointerType !== 'mouse') return
        if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > minDrag) onTry(start)
      },
      { signal },
    )
    scroller.addEventListener('dblclick', event => onTry(event), { signal })
    // A long press.
    scroller.addEventListener('contextmenu', event => onTry(event), { signal })
    return () => ended.abort()
  }, [scroller])
  return isPicture(page) && (isListShown || tried === page)
}
