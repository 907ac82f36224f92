import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { readerHighlightTexts } from '@nestmark/texts/reading/highlightsInReader'
import { uiTexts } from '@nestmark/texts/ui'
import { memo } from 'react'
import { useIsOffline } from '../../../lib/connection.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { useStoreSelector } from '../../../lib/store.ts'
import { useLongPress } from '../../../lib/focus/useLongPress.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { classes } from '../../../ui/classes.ts'
import { openContextMenu } from '../../../ui/menus/contextMenu.ts'
import { IconLock, IconMapPinOff, IconMessagePlus } from '../../../ui/icons.ts'
import { Marks } from '../../../ui/marks/Marks.tsx'
import { MoreMenu } from '../../../ui/menus/MoreMenu.tsx'
import type { ChosenHighlight } from './chosenHighlights.ts'
import { CommentForm } from '../CommentForm.tsx'
import { openComment } from '../commentForms.ts'
import type { HighlightActions } from '../highlightActions.ts'
import { EmptyEgg, HighlightEgg } from './HighlightEgg.tsx'
import { listHighlightEntries } from './highlightEntries.ts'
import '../HighlightMarks.css'
import css from './HighlightRow.module.css'
import { HighlightText } from '../HighlightText.tsx'
import { RowState } from './RowState.tsx'

/** How much of a text the name of its row has, in UTF-16 code units. */
const nameLength = 120

interface RowProps {
  highlight: Highlight
  group: HighlightPage
  actions: HighlightActions
}

/** Shows a highlight with its comment and its menu. */
export const HighlightRow = memo(function HighlightRow({
  highlight,
  group,
  isWaiting,
  isSelecting,
  isSelected,
  onToggle,
  actions,
}: RowProps & {
  /** A change of it waits on this device. */
  isWaiting: boolean
  /** Several highlights are being chosen. */
  isSelecting: boolean
  isSelected: boolean
  onToggle: (chosen: ChosenHighlight) => void
}) {
  const { _id: id, text, comm, style, found } = highlight
  const isEditing = useStoreSelector(openComment, open => open === id)
  const isLocked = isHighlightLocked(highlight)
  const toggle = () => onToggle({ ...highlight, page: group })
  const pressProps = useLongPress(toggle)
  const select = () => {
    if (!isSelected) toggle()
  }
  const closeForm = () => {
    openComment.set(null)
    // If it is rendered.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-highlight="${CSS.escape(id)}"]`)?.focus(),
    )
  }
  const name = isLocked ? texts.encrypted : texts.row(style, text.slice(0, nameLength))
  return (
    // The keys of the list act on the row that has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <article
      {...pressProps}
      className={classes(css.row, `nestmark-${style}`, isSelected && css.selected)}
      data-highlight={id}
      data-style={style}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={name}
      onClick={event => {
        const isOnPart = event.target instanceof Element && event.target.closest('button, a, input, textarea')
        if (isSelecting && !isOnPart && getSelection()?.isCollapsed !== false) toggle()
      }}
      onContextMenu={event => {
        pressProps.onContextMenu(event)
        openContextMenu(event, isSelecting ? select : undefined)
      }}
    >
      {isSelecting ? (
        <Checkbox
          small
          label={texts.selectOne(name)}
          checked={isSelected}
          className={css.tick}
          onChange={toggle}
        />
      ) : found === 'gone' ? (
        <EmptyEgg className={css.egg} />
      ) : (
        <HighlightEgg style={style} className={css.egg} />
      )}
      <div className="min0">
        <RowWords highlight={highlight} />
        <RowState id={id} isWaiting={isWaiting} onRetry={() => actions.retry(id)} />
      </div>
      <div className={`min0 ${css.side}`}>
        {isEditing ? (
          <CommentForm
            id={id}
            comment={comm}
            onSave={comment => actions.setComment(highlight, comment)}
            onClose={closeForm}
          />
        ) : (
          comm !== '' && (
            <p className={`t2 anywhere rel ${css.comment}`} dir="auto">
              <Marks text={comm} />
            </p>
          )
        )}
      </div>
      <RowTools {...{ highlight, group, actions, isEditing }} onSelect={toggle} />
    </article>
  )
})

/** The words of a highlight, and where they are. */
function RowWords({ highlight }: { highlight: Highlight }) {
  const { text, anchor, found } = highlight
  const isMissing = found === 'gone'
  return (
    <>
      {isHighlightLocked(highlight) ? (
        <p className={`row g6 t3 ${css.locked}`}>
          <IconLock className="i s14" />
          {texts.encrypted}
        </p>
      ) : (
        <HighlightText text={text} isMissing={isMissing} />
      )}
      {anchor?.pdf && <div className={`text12 t3 ${css.note}`}>{texts.page(anchor.pdf.page)}</div>}
      {found !== undefined && (
        <div className={classes('text12 t3', css.note, 'row', css.found)}>
          <IconMapPinOff className="i s14" />
          {isMissing ? readerHighlightTexts.missing : readerHighlightTexts.changed}
        </div>
      )}
    </>
  )
}

/** The buttons of a row: its comment and its menu. */
function RowTools({
  highlight,
  group,
  actions,
  isEditing,
  onSelect,
}: RowProps & { isEditing: boolean; onSelect: () => void }) {
  const phone = usePhone()
  const needsServer = useIsOffline()
  const isLocked = isHighlightLocked(highlight)
  return (
    <div className={css.tools}>
      {!phone && !isLocked && !isEditing && (
        <IconButton
          small
          iconClass=""
          icon={IconMessagePlus}
          label={highlight.comm === '' ? texts.addComment : texts.editComment}
          onClick={() => actions.editComment(highlight)}
        />
      )}
      <MoreMenu
        label={texts.highlightActions}
        items={() =>
          listHighlightEntries(highlight, group, actions, {
            isLocked,
            needsServer,
            phone,
            onSelect,
          })
        }
        tip={uiTexts.more}
        small={!phone}
        iconClass=""
      />
    </div>
  )
}

const isHighlightLocked = ({ text, sealed }: Highlight) => text === '' && sealed !== undefined
