import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { readerHighlightTexts } from '@nestmark/texts/reading/highlightsInReader'
import { usePhone } from '../../../lib/media/media.ts'
import { createStore, useStoreSelector } from '../../../lib/store.ts'
import { IconChevronDown, IconChevronRight } from '../../../ui/icons.ts'
import { VariableRows } from '../../../ui/lists/VariableRows.tsx'
import { useWholePage } from '../data.ts'
import type { HighlightActions } from '../highlightActions.ts'
import css from './HighlightGroup.module.css'
import { HighlightRow } from './HighlightRow.tsx'
import { useListContext } from './listContext.ts'

/** The pages whose highlights are all shown. They stay so when they are rendered again. */
const expandedPages = createStore<ReadonlySet<string>>(new Set())

/** The pages whose highlights without a place are shown. */
const pagesWithMissing = createStore<ReadonlySet<string>>(new Set())

const toggleIn = (all: ReadonlySet<string>, id: string) =>
  new Set(all.has(id) ? [...all].filter(each => each !== id) : [...all, id])

/** Separates the highlights whose words are not on the page any more. */
const splitMissing = (highlights: readonly Highlight[]) =>
  [
    highlights.filter(({ found }) => found !== 'gone'),
    highlights.filter(({ found }) => found === 'gone'),
  ] as const

/** How many highlights of a page are shown at first. */
const shownAtFirst = 12
/** From this number of highlights on, only those near the window are rendered. */
const manyHighlights = 60

/** Lists the highlights of a page: at first twelve. */
export function HighlightRows({ group, actions }: { group: HighlightPage; actions: HighlightActions }) {
  const { waiting, isNarrowed, selection } = useListContext()
  const phone = usePhone()
  const isExpanded = useStoreSelector(expandedPages, pages => pages.has(group._id))
  const listed = group.data.highlights
  // A narrowed list has fewer of a page, because the others do not match.
  const isCut = !isNarrowed && listed.length < group.count
  const whole = useWholePage(group, isExpanded && isCut)
  const all = isExpanded && isCut ? whole : listed
  const total = isNarrowed ? listed.length : group.count
  // A search shows what it has found.
  const [placed, missing] = isNarrowed ? [all, []] : splitMissing(all)
  const shown = isExpanded ? placed : placed.slice(0, shownAtFirst)
  const isMissingShown = useStoreSelector(pagesWithMissing, pages => pages.has(group._id))
  const Chevron = isMissingShown ? IconChevronDown : IconChevronRight
  const renderRow = (highlight: Highlight) => {
    const change = waiting.get(highlight._id)
    return (
      <HighlightRow
        key={highlight._id}
        highlight={change ? { ...highlight, ...change } : highlight}
        group={group}
        isWaiting={change !== undefined}
        isSelecting={selection.active}
        isSelected={selection.has(highlight._id)}
        onToggle={selection.toggle}
        actions={actions}
      />
    )
  }
  return (
    <>
      {shown.length > manyHighlights ? (
        <VariableRows
          name={`highlights of ${group._id} ${phone}`}
          count={shown.length}
          estimate={phone ? 90 : 62}
          rowId={index => shown[index]?._id}
          row={index => {
            const highlight = shown[index]
            return highlight && renderRow(highlight)
          }}
        />
      ) : (
        <div>{shown.map(renderRow)}</div>
      )}
      {total - missing.length > shown.length && (
        <button
          type="button"
          className={`row g6 t3 ${css.more}`}
          onClick={() => expandedPages.set(now => new Set([...now, group._id]))}
        >
          <IconChevronDown className="i s14" />
          {texts.showAll(total)}
        </button>
      )}
      {missing.length > 0 && (
        <button
          type="button"
          className={`row g6 t3 ${css.more}`}
          aria-expanded={isMissingShown}
          onClick={() => pagesWithMissing.set(now => toggleIn(now, group._id))}
        >
          <Chevron className="i s14" />
          {readerHighlightTexts.noPlace(missing.length)}
        </button>
      )}
      {isMissingShown && missing.length > 0 && <div>{missing.map(renderRow)}</div>}
    </>
  )
}
