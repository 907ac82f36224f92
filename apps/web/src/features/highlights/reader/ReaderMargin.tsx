import { classes } from '../../../ui/classes.ts'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts } from '@nestmark/texts/reading/highlights'
import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import { useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { IconChevronDown, IconChevronRight, IconCopy, IconX } from '../../../ui/icons.ts'
import { HighlightEgg } from '../list/HighlightEgg.tsx'
import { ReaderItem } from './ReaderItem.tsx'
import css from './ReaderMargin.module.css'
import parts from './ReaderParts.module.css'
import type { OrderedHighlights } from './readerOrder.ts'
import { placeItems } from './readerPlacement.ts'
import type { ReaderMarking } from './useReaderMarking.ts'

/** The height of the head of the column, and its distance from the first item, in pixels. */
const headHeight = 36
/** Above the text of the card of the current highlight, in pixels. */
const cardPadding = 12

/** The head of a list of highlights: their number, copying all, closing. */
export function HighlightsHead({
  marking: { page, actions },
  className,
  onClose,
}: {
  marking: ReaderMarking
  className?: string | undefined
  onClose: () => void
}) {
  const count = page?.count ?? 0
  return (
    <div className={classes('row', className)}>
      <h2 className={parts.title}>
        {texts.title} <span className="num">{count}</span>
      </h2>
      <span className="grow" />
      {page && count > 0 && (
        <IconButton
          small
          iconClass=""
          icon={IconCopy}
          label={highlightTexts.copyPage}
          onClick={() => actions.copyPage(page)}
        />
      )}
      <IconButton small iconClass="" icon={IconX} label={texts.close} onClick={onClose} />
    </div>
  )
}

/** The highlights of a page, and what is done with them. */
export interface HighlightsProps {
  marking: ReaderMarking
  ordered: OrderedHighlights
  /** Returns where a highlight is, such as a page. */
  toPlace?: ((highlight: Highlight) => string | undefined) | undefined
}

/** The highlights that have no place: changed ones with both words, then the others, folded. */
export function LostHighlights({ ordered: { changed, missing }, marking, toPlace }: HighlightsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const renderLost = (highlight: Highlight, words?: string) => (
    <ReaderItem
      key={highlight._id}
      hasWords
      isPlaced={false}
      place={toPlace?.(highlight)}
      onPick={() => marking.setCurrent(highlight._id)}
      {...{ highlight, marking, words }}
    />
  )
  return (
    <>
      {changed.map(({ highlight, words }) => renderLost(highlight, words))}
      {missing.length > 0 && (
        <li className={css.fold}>
          <button
            type="button"
            className="row g6 t3 rel"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Chevron className="i s14" />
            {texts.noPlace(missing.length)}
          </button>
        </li>
      )}
      {isOpen && missing.map(highlight => renderLost(highlight))}
    </>
  )
}

/** The column of highlights beside the article. Closed, it has an egg beside each line with a highlight. */
export function ReaderMargin({
  marking,
  ordered,
  tops,
  isOpen,
  onPick,
  onClose,
}: HighlightsProps & {
  /** The distance of the first line of each highlight from the top of the column, in pixels. */
  tops: ReadonlyMap<string, number>
  isOpen: boolean
  onPick: (id: string) => void
  onClose: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const place = () => {
      const items = [...element.children] as HTMLElement[]
      const wanted = items.map(item => ({
        // Those without a line follow the others.
        top: (tops.get(item.dataset.item ?? '') ?? 0) - (item.dataset.current ? cardPadding : 0),
        height: item.offsetHeight,
      }))
      const placed = placeItems(wanted, headHeight)
      for (const [index, item] of items.entries()) item.style.top = `${placed[index] ?? 0}px`
      // The page can be scrolled to the last one.
      const end = (placed.at(-1) ?? 0) + (wanted.at(-1)?.height ?? 0)
      element.style.height = `${end}px`
    }
    const sizes = new ResizeObserver(place)
    const observe = () => {
      place()
      for (const item of element.children) sizes.observe(item)
    }
    observe()
    // The folded ones come and go without this component.
    const items = new MutationObserver(observe)
    items.observe(element, { childList: true })
    return () => {
      sizes.disconnect()
      items.disconnect()
    }
  })
  const { placed } = ordered
  const count = marking.page?.count ?? 0
  if (!isOpen)
    return (
      <aside className={css.margin} aria-label={texts.title}>
        {placed.map(({ _id: id, style, text }) => (
          <button
            key={id}
            type="button"
            className={`centre ${css.closedEgg}`}
            style={{ top: tops.get(id) ?? 0 }}
            aria-label={texts.goTo(highlightTexts.colourOf(style), text.slice(0, 80))}
            onClick={() => onPick(id)}
          >
            <HighlightEgg style={style} />
          </button>
        ))}
      </aside>
    )
  return (
    <aside className={css.margin} aria-label={texts.title}>
      <HighlightsHead className={css.head} {...{ marking, onClose }} />
      {count === 0 && <p className={css.none}>{texts.noneLine}</p>}
      <ul ref={list} className={`rel ${css.list}`}>
        {placed.map(highlight => (
          <ReaderItem
            key={highlight._id}
            hasWords={false}
            onPick={() => onPick(highlight._id)}
            {...{ highlight, marking }}
          />
        ))}
        <LostHighlights {...{ ordered, marking }} />
      </ul>
    </aside>
  )
}
