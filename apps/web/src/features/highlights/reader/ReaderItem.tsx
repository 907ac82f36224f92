import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts } from '@nestmark/texts/reading/highlights'
import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import type { ReactNode } from 'react'
import { useIsOffline } from '../../../lib/connection.ts'
import { formatDate, isoDate } from '../../../lib/dates.ts'
import { useStoreSelector } from '../../../lib/store.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconEdit, IconQuote, IconTrash } from '../../../ui/icons.ts'
import { CommentForm } from '../CommentForm.tsx'
import { openComment } from '../commentForms.ts'
import { HighlightColours } from '../HighlightColours.tsx'
import { EmptyEgg, HighlightEgg } from '../list/HighlightEgg.tsx'
import css from './ReaderItem.module.css'
import { RowState } from '../list/RowState.tsx'
import type { ReaderMarking } from './useReaderMarking.ts'

/** How much of its words the name of a highlight has, in UTF-16 code units. */
const nameLength = 120

/** Shows a highlight beside the text or in a list: its comment, and its actions while it is the current one. */
export function ReaderItem({
  highlight,
  marking,
  hasWords,
  place,
  words,
  isPlaced = true,
  onPick,
}: {
  highlight: Highlight
  marking: ReaderMarking
  /** The words are shown too: the text is not beside them. */
  hasWords: boolean
  /** Where it is, such as a page. */
  place?: string | undefined
  /** What is in the place of its words. */
  words?: string
  /** False when its words are not on the page. */
  isPlaced?: boolean
  /** Makes it the current one, and shows it in the text. */
  onPick: () => void
}) {
  const { _id: id, style, text, comm, create_date: made } = highlight
  const { current, setCurrent, actions, waiting } = marking
  const isCurrent = current?._id === id
  const isEditing = useStoreSelector(openComment, open => open === id)
  const edit = () => {
    setCurrent(id)
    actions.editComment(highlight)
  }
  const name = texts.goTo(highlightTexts.colourOf(style), text.slice(0, nameLength))
  const facts: ReactNode[] = [
    place,
    words !== undefined && texts.changed,
    !isPlaced && words === undefined && texts.missing,
    (hasWords || comm !== '') && (
      <time dateTime={isoDate(made)} key="made">
        {formatDate(made)}
      </time>
    ),
  ].filter(Boolean)
  return (
    <li
      className={classes(
        'f13 rel',
        css.item,
        `nestmark-${style}`,
        isCurrent && css.current,
        !isPlaced && css.lost,
      )}
      data-item={id}
      data-current={isCurrent || undefined}
    >
      <button
        type="button"
        className={`centre ${css.egg}`}
        aria-label={name}
        aria-current={isCurrent ? 'true' : undefined}
        data-tip={highlightTexts.colourOf(style)}
        onClick={onPick}
      >
        {isPlaced ? <HighlightEgg style={style} /> : <EmptyEgg />}
      </button>
      {(hasWords || !isPlaced) && (
        // The egg is its button; the words are a larger target for the pointer.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <p className={`clamp ${css.words}`} dir="auto" onClick={onPick}>
          {text}
        </p>
      )}
      {words !== undefined && (
        <p className={css.now} dir="auto">
          <span>{texts.now}</span> {words}
        </p>
      )}
      {isEditing ? (
        <CommentForm
          id={id}
          comment={comm}
          onSave={comment => actions.setComment(highlight, comment)}
          onClose={() => openComment.set(null)}
        />
      ) : comm !== '' ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <p className={css.comment} dir="auto" onClick={onPick}>
          {comm}
        </p>
      ) : (
        <button type="button" className={`t3 block rel ${css.add}`} onClick={edit}>
          {highlightTexts.addComment}
        </button>
      )}
      {facts.length > 0 && !(isCurrent && !hasWords && isPlaced) && (
        <p className={`text12 t3 ${css.facts}`}>
          {facts.flatMap((fact, index) => (index > 0 ? [' · ', fact] : [fact]))}
        </p>
      )}
      <RowState id={id} isWaiting={waiting.has(id)} onRetry={() => actions.retry(id)} />
      {isCurrent && <Tools {...{ highlight, marking }} onEdit={edit} />}
    </li>
  )
}

/** The colours and the other actions of the current highlight. */
function Tools({
  highlight,
  marking: { actions, page },
  onEdit,
}: {
  highlight: Highlight
  marking: ReaderMarking
  onEdit: () => void
}) {
  const needsServer = useIsOffline()
  const tool = { small: true, iconClass: '', className: css.tool }
  return (
    <div className={`row ${css.tools}`}>
      <HighlightColours
        current={highlight.style}
        className={css.colours}
        onPick={style => actions.setStyle(highlight, style)}
      />
      <span className="grow" />
      <IconButton
        {...tool}
        icon={IconEdit}
        label={highlight.comm === '' ? highlightTexts.addComment : highlightTexts.editComment}
        aria-keyshortcuts="c"
        onClick={onEdit}
      />
      <IconButton
        {...tool}
        icon={IconQuote}
        label={highlightTexts.copyQuote}
        onClick={() => page && actions.copyQuote(highlight, page)}
      />
      <IconButton
        {...tool}
        icon={IconTrash}
        label={highlightTexts.deleteOne}
        tip={needsServer ? highlightTexts.needsConnection : highlightTexts.deleteOne}
        disabled={needsServer}
        aria-keyshortcuts="Delete"
        onClick={() => page && actions.deleteOne(highlight, page)}
      />
    </div>
  )
}
