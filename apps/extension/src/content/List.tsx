/** @jsxImportSource preact */
import { barTexts as texts } from '@nestmark/texts/extension'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../ui/icons.tsx'
import type { ShownHighlight } from './pageHighlights.ts'

interface Props {
  entries: readonly ShownHighlight[]
  /** Takes the focus again when it increases. */
  focusCount: number
  onClose: () => void
  /** An entry has the focus. */
  onShow: (id: string) => void
  onOpen: (id: string) => void
  onHideHere: () => void
  onOpenLibrary: () => void
}

/**
 * The highlights of a page in its order, for the keyboard too: highlights are painted and are no elements that Tab reaches. Tab and the
 * arrow keys go from entry to entry while the page shows its highlight, Enter opens its card.
 */
export function List({ entries, focusCount, onClose, onShow, onOpen, onHideHere, onOpenLibrary }: Props) {
  const listRef = useRef<HTMLDivElement>(null)
  const placed = entries.filter(each => each.isPlaced)
  const lost = entries.filter(each => !each.isPlaced)
  const buttons = () => [...(listRef.current?.querySelectorAll<HTMLElement>('button.entry') ?? [])]
  const shownRef = useRef(0)
  useLayoutEffect(
    () => (buttons()[shownRef.current] ?? listRef.current)?.focus({ preventScroll: true }),
    [focusCount],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.key === 'Escape') onClose()
    else if (by === undefined) return
    else {
      const all = buttons()
      const at = all.indexOf(event.target as HTMLElement)
      all[Math.max(0, Math.min(at + by, all.length - 1))]?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      class="list"
      role="dialog"
      aria-label={texts.count(entries.length)}
      tabIndex={-1}
      ref={listRef}
      onKeyDown={onKeyDown}
    >
      <div class="row head">
        <h2 class="grow">
          {texts.list} <span class="number">{entries.length}</span>
        </h2>
        <button type="button" class="key" aria-label={texts.close} title={texts.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="entries">
        {placed.map((each, at) => (
          <button
            key={each._id}
            type="button"
            class={`entry c${each.style}`}
            onFocus={() => {
              shownRef.current = at
              onShow(each._id)
            }}
            onClick={() => onOpen(each._id)}
          >
            <Words {...each} />
          </button>
        ))}
        {lost.length > 0 && <p>{texts.notPlaced(lost.length)}</p>}
        {lost.map(each => (
          <div key={each._id} class={`entry lost c${each.style}`}>
            <Words {...each} />
          </div>
        ))}
      </div>
      <div class="row foot">
        <button type="button" class="link grow" onClick={onOpenLibrary}>
          {texts.openLibrary}
        </button>
        <button type="button" class="link" onClick={onHideHere}>
          {texts.hideHere}
        </button>
      </div>
    </div>
  )
}

function Words({ style, text, isPlaced }: ShownHighlight) {
  return (
    <>
      <span class="egg" role="img" aria-label={texts.colours[style - 1]} />
      {isPlaced ? (
        <span class="words" dir="auto">
          {text}
        </span>
      ) : (
        <span class="words" data-text={text} />
      )}
    </>
  )
}
