import { type ReactNode, useEffect, useRef } from 'react'
import css from './BottomStack.module.css'

/**
 * Stacks notifications at the bottom of the window. A CSS variable contains its height, so that the page leaves
 * space.
 */
export function BottomStack({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(entries => {
      for (const { contentRect } of entries) style.setProperty('--nm-bottom-stack', `${contentRect.height}px`)
    })
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--nm-bottom-stack')
    }
  }, [])
  return (
    <div ref={box} className={`stack g8 ${css.stack}`}>
      {children}
    </div>
  )
}
