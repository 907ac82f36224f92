import { type ReactNode, useEffect, useRef } from 'react'
import css from './BottomStack.module.css'

/** What is shown at the bottom of the window, one above the other. The page keeps as much room at its end. */
export function BottomStack({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const watch = new ResizeObserver(([entry]) =>
      style.setProperty('--nm-bottom-stack', `${entry!.contentRect.height}px`),
    )
    watch.observe(box.current!)
    return () => {
      watch.disconnect()
      style.removeProperty('--nm-bottom-stack')
    }
  }, [])
  return (
    <div ref={box} className={css.stack}>
      {children}
    </div>
  )
}
