/** @jsxImportSource preact */
import { barTexts as texts } from '@nestmark/texts/extension'
import { Icon, Logo } from '../ui/icons.tsx'
import type { Style } from './Bar.tsx'

export interface Entry {
  id: string
  text: string
  style: Style
  /** False for one whose words are not on the page. */
  isPlaced: boolean
}

/** At most this many entries are shown. */
const shownEntries = 500

interface Props {
  entries: readonly Entry[]
  isOpen: boolean
  onToggle: () => void
  onGo: (id: string) => void
  onHideHere: () => void
  onOpenLibrary: () => void
}

/** The tab at the edge of a page with highlights, and the list that it opens. */
export function List({ entries, isOpen, onToggle, onGo, onHideHere, onOpenLibrary }: Props) {
  const placed = entries.filter(each => each.isPlaced)
  const lost = entries.filter(each => !each.isPlaced)
  const row = (each: Entry) => (
    <button
      key={each.id}
      type="button"
      class={`entry c${each.style}${each.isPlaced ? '' : ' lost'}`}
      disabled={!each.isPlaced}
      onClick={() => onGo(each.id)}
    >
      <span class="egg" role="img" aria-label={texts.colours[each.style - 1]} />
      <span class="words" dir="auto">
        {each.text}
      </span>
    </button>
  )
  if (!isOpen)
    return (
      <button type="button" class="edge" aria-label={texts.count(entries.length)} onClick={onToggle}>
        <Logo size={20} />
        {entries.length}
      </button>
    )
  return (
    <div
      class="list"
      role="dialog"
      aria-label={texts.count(entries.length)}
      onKeyDown={event => event.key === 'Escape' && onToggle()}
    >
      <div class="row">
        <h2 class="grow">{texts.count(entries.length)}</h2>
        <button type="button" class="link" onClick={onHideHere}>
          {texts.hideHere}
        </button>
        <button type="button" aria-label={texts.close} onClick={onToggle}>
          <Icon name="close" />
        </button>
      </div>
      {placed.slice(0, shownEntries).map(row)}
      {lost.length > 0 && <p>{texts.notPlaced(lost.length)}</p>}
      {lost.slice(0, shownEntries).map(row)}
      <div class="row">
        <button type="button" class="link" onClick={onOpenLibrary}>
          {texts.openLibrary}
        </button>
      </div>
    </div>
  )
}
