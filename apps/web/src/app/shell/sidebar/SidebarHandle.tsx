import { shellTexts as texts } from '@nestmark/texts/shell'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { setSidebarWidth, sidebarWidth, sidebarWidths } from '../shellState.ts'
import css from './SidebarHandle.module.css'

/** How far an arrow key moves the handle, in pixels; with Shift. */
const [keyStep, largeKeyStep] = [10, 50]

/** The handle that changes the width of the sidebar: by drag, by arrow keys, and by a double click to the initial width. */
export function SidebarHandle() {
  const width = useStore(sidebarWidth)
  /** The distance of the pointer from the edge, while it drags. */
  const [grip, setGrip] = useState<number | null>(null)
  const toWidth = ({ clientX, currentTarget }: PointerEvent) =>
    isRtl(currentTarget) ? document.documentElement.clientWidth - clientX : clientX
  const onKeyDown = (event: KeyboardEvent) => {
    const wider = isRtl(event.currentTarget) ? 'ArrowLeft' : 'ArrowRight'
    const step = event.shiftKey ? largeKeyStep : keyStep
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    const next = isArrow
      ? width + (event.key === wider ? step : -step)
      : { Home: sidebarWidths.min, End: sidebarWidths.max }[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setSidebarWidth(next)
  }
  return (
    // A separator that moves is a control (ARIA 1.2, separator).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.sidebarWidth}
      aria-valuenow={width}
      aria-valuemin={sidebarWidths.min}
      aria-valuemax={sidebarWidths.max}
      aria-valuetext={texts.pixels(width)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-resizing={grip === null ? undefined : ''}
      className={css.handle}
      // Otherwise the browser starts to drag what comes under the first position of the pointer.
      onMouseDown={event => {
        event.preventDefault()
        event.currentTarget.focus({ focusVisible: false } as FocusOptions)
      }}
      onPointerDown={event => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setGrip(toWidth(event) - width)
      }}
      onPointerMove={event => grip !== null && setSidebarWidth(toWidth(event) - grip)}
      onLostPointerCapture={() => setGrip(null)}
      onDoubleClick={() => setSidebarWidth(sidebarWidths.initial)}
      onKeyDown={onKeyDown}
    />
  )
}

const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl'
