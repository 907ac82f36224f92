import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { ReaderItem } from './ReaderItem.tsx'
import { type HighlightsProps, LostHighlights } from './ReaderMargin.tsx'
import css from './ReaderSheet.module.css'

/** Shows the current highlight, or all of them, over a narrow window. */
export function ReaderSheet({
  marking,
  ordered,
  isWhole,
  toPlace,
  onPick,
  onClose,
}: HighlightsProps & {
  isWhole: boolean
  onPick: (id: string) => void
  onClose: () => void
}) {
  const { current, page } = marking
  const count = page?.count ?? 0
  const shown = isWhole ? ordered.placed : ordered.placed.filter(each => each === current)
  // It was deleted.
  if (!isWhole && !current) return null
  return (
    <Dialog
      title={isWhole && count > 0 ? texts.total(count) : isWhole ? texts.title : texts.one}
      onClose={onClose}
      onEscape={onClose}
    >
      <ul className={`stack g6 ${css.list}`}>
        {shown.map(highlight => (
          <ReaderItem
            key={highlight._id}
            hasWords
            place={toPlace?.(highlight)}
            onPick={() => onPick(highlight._id)}
            {...{ highlight, marking }}
          />
        ))}
        {isWhole && <LostHighlights {...{ ordered, marking, toPlace }} />}
      </ul>
      {isWhole && count === 0 && <p className={`t3 ${css.none}`}>{texts.noneLine}</p>}
    </Dialog>
  )
}
