import { formatNumber } from '@nestmark/texts/counts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { usePhone } from '../../lib/media/media.ts'
import type { Icon } from './Button.tsx'
import css from './Tabs.module.css'

export interface TabChoice<T extends string> {
  value: T
  label: string
  count?: number | undefined
  icon?: Icon
}

/** The tabs of a page. The content has `role=tabpanel` and the ID `<id>-panel`. */
export function Tabs<T extends string>({
  id,
  label,
  value,
  tabs,
  vertical,
  onChange,
}: {
  id: string
  label: string
  value: T
  tabs: readonly TabChoice<T>[]
  /** In a column next to the content; on phones a row that scrolls. */
  vertical?: boolean
  onChange: (value: T) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const isColumn = vertical && !phone
  useEffect(() => {
    const selected = phone && list.current?.querySelector(`#${CSS.escape(`${id}-${value}`)}`)
    if (selected) selected.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [id, value, phone])
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(tab => tab.value === value)
    const next = index + 1
    const previous = index - 1 + tabs.length
    const steps: Record<string, number> = {
      ...(vertical && { ArrowDown: next, ArrowUp: previous }),
      ...(!isColumn && { ArrowRight: next, ArrowLeft: previous }),
      Home: 0,
      End: tabs.length - 1,
    }
    const nextIndex = steps[event.key]
    const nextTab = nextIndex === undefined ? undefined : tabs[nextIndex % tabs.length]
    if (!nextTab) return
    event.preventDefault()
    onChange(nextTab.value)
    list.current?.querySelectorAll('button')[tabs.indexOf(nextTab)]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      aria-orientation={isColumn ? 'vertical' : 'horizontal'}
      className={vertical ? `stack ${css.vertical}` : `flex g4 ${css.tabs}`}
      onKeyDown={onKeyDown}
    >
      {tabs.map(tab => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          className={`row g6 t2 ${css.tab}`}
          onClick={() => onChange(tab.value)}
        >
          {tab.icon && <tab.icon className="i" />}
          {tab.label}
          {tab.count !== undefined && <span className="num t3 w450 f12">{formatNumber(tab.count)}</span>}
        </button>
      ))}
    </div>
  )
}
