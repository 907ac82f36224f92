import { useEffect, useRef } from 'react'
import css from './Tooltips.module.css'

const delay = 400

/** The keys that move the focus from one control to another. */
const focusKeys = /^(Tab|Arrow.*|Home|End|F6)$/

/**
 * The tooltips of the page. Shows the `data-tip` text of an element on hover and keyboard focus, with one
 * listener and one element for all.
 */
export function Tooltips() {
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    let owner: Element | null = null
    /** The last key moved the focus. A dialog that opens focuses a control too, whose tooltip would only cover it. */
    let movedFocus = false
    const hide = () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      owner = null
      if (tip.current?.matches(':popover-open')) tip.current.hidePopover()
    }
    const show = (target: Element) => {
      const element = tip.current
      const text = target.getAttribute('data-tip')
      if (!element || !text || !target.isConnected) return
      element.textContent = text
      element.showPopover()
      position(element, target)
      // Content that loads around the element may move it.
      const follow = () => {
        if (owner !== target || !target.isConnected) return
        position(element, target)
        frame = requestAnimationFrame(follow)
      }
      frame = requestAnimationFrame(follow)
    }
    const enter = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null
      if (target === owner) return
      hide()
      if (!target || target.getAttribute('aria-expanded') === 'true') return
      if (event.type === 'focusin' && !(movedFocus && target.matches(':focus-visible'))) return
      owner = target
      timer = setTimeout(() => show(target), delay)
    }
    const onKeyDown = ({ key }: KeyboardEvent) => {
      movedFocus = focusKeys.test(key)
      hide()
    }
    const ending = new AbortController()
    const { signal } = ending
    document.addEventListener('pointerover', enter, { signal })
    document.addEventListener('focusin', enter, { signal })
    document.addEventListener('pointerdown', hide, { signal })
    document.addEventListener('keydown', onKeyDown, { signal, capture: true })
    document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
    return () => {
      hide()
      ending.abort()
    }
  }, [])
  return <div ref={tip} popover="manual" className={css.tooltip} aria-hidden="true" />
}

/** Positions a tooltip above an element, or below it at the top of the window. */
function position(tip: HTMLElement, target: Element): void {
  const box = target.getBoundingClientRect()
  const left = box.left + box.width / 2 - tip.offsetWidth / 2
  const above = box.top - tip.offsetHeight - 6
  tip.style.left = `${Math.max(6, Math.min(left, innerWidth - tip.offsetWidth - 6))}px`
  tip.style.top = `${above > 6 ? above : box.bottom + 6}px`
}
