import { useEffect, useEffectEvent, useState } from 'react'
import type { Section } from './reader/sections.ts'

/** Returns how far an element is scrolled, from 0 to 1, and the index of the section that is read (-1: the opening). */
export function useReading(scroller: HTMLElement | null, sections: readonly Section[]) {
  const [reading, setReading] = useState({ fraction: 0, section: -1 })
  const measure = useEffectEvent((element: HTMLElement) => {
    const room = element.scrollHeight - element.clientHeight
    const fraction = room <= 0 ? 1 : Math.min(1, element.scrollTop / room)
    const line = element.getBoundingClientRect().top + 120
    const section = sections.findLastIndex(({ id }) => {
      const top = document.getElementById(id)?.getBoundingClientRect().top
      return top !== undefined && top <= line
    })
    setReading({ fraction, section })
  })
  useEffect(() => {
    if (!scroller) return
    let frame = 0
    const schedule = () => {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        measure(scroller)
      })
    }
    scroller.addEventListener('scroll', schedule, { passive: true })
    // It reports immediately, and when the content has another height.
    const observer = new ResizeObserver(schedule)
    observer.observe(scroller)
    for (const child of scroller.children) observer.observe(child)
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', schedule)
      observer.disconnect()
    }
  }, [scroller])
  return reading
}
