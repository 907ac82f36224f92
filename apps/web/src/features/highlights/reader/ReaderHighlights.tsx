import type { ReaderHighlights as ReaderHighlightsSlot } from '../../copies/find/readerHighlights.ts'
import '../HighlightMarks.css'
import { ReaderMargin } from './ReaderMargin.tsx'
import { HighlightPosition, HighlightRing, HighlightsTool, SmallEggs } from './ReaderParts.tsx'
import { findSections } from './readerPlacement.ts'
import { ReaderSelectionBar } from './ReaderSelectionBar.tsx'
import { ReaderSheet } from './ReaderSheet.tsx'
import { useReaderHighlights } from './useReaderHighlights.ts'

/** Highlights in the reader: on the text, beside it, at its sections and in its bar. */
export const ReaderHighlights: ReaderHighlightsSlot = ({
  link,
  body,
  scroller,
  sections,
  isNewest,
  children,
}) => {
  const { marking, panels, ordered, ids, lines, tops, sectionTops, show, signedIn } = useReaderHighlights(
    link,
    body,
    scroller,
    sections,
    isNewest,
  )
  const { isWide, isMarginOpen, setMargin, sheet, setSheet } = panels
  const { current } = marking
  const placedTops = ordered.placed.map(({ _id: id }) => tops.get(id) ?? 0)
  const inSections = findSections(placedTops, sectionTops)
  return (
    <>
      {children({
        tool: signedIn && (
          <HighlightsTool
            isShown={isWide ? isMarginOpen : sheet !== null}
            onToggle={() => (isWide ? setMargin(!isMarginOpen) : setSheet('all'))}
          />
        ),
        margin: signedIn && isWide && (
          <ReaderMargin
            {...{ marking, ordered, tops }}
            isOpen={isMarginOpen}
            onPick={show}
            onClose={() => setMargin(false)}
          />
        ),
        overlay: current && <HighlightRing lines={lines.get(current._id) ?? []} />,
        position: <HighlightPosition index={current ? ids.indexOf(current._id) : -1} total={ids.length} />,
        renderSection: id => {
          const section = sections.findIndex(each => each.id === id)
          return <SmallEggs highlights={ordered.placed.filter((_, at) => inSections[at] === section)} />
        },
      })}
      <ReaderSelectionBar marking={marking} />
      {sheet !== null && (
        <ReaderSheet
          {...{ marking, ordered }}
          isWhole={sheet === 'all'}
          onPick={id => {
            setSheet(null)
            show(id)
          }}
          onClose={() => setSheet(null)}
        />
      )}
    </>
  )
}
