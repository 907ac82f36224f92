import { type ReactNode, useEffect, useRef } from 'react'
import css from './BottomStack.module.css'

/**
 * Stacks notifications at the bottom of the window. A CSS variable holds its height, so that the page leaves space.
 */
export function BottomStack({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--nm-bottom-stack', `${entry!.contentRect.height}px`),
    )
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
      style.removeProperty('--nm-bottom-stack')
    }
  }, [])
  return (
    <div ref={box} className={css.stack}>
      {children}
    </div>
  )
}
