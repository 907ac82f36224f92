import type { HighlightPage } from '@nestmark/contract/highlights'
import type { Highlight } from '@nestmark/contract/highlightShapes'
import { highlightTexts as texts } from '@nestmark/texts/highlights'
import { uiTexts } from '@nestmark/texts/ui'
import { memo } from 'react'
import { connection } from '../../lib/connection.ts'
import { usePhone } from '../../lib/media.ts'
import { useStore, useStoreSelector } from '../../lib/store.ts'
import { IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { openContextMenu } from '../../ui/contextMenu.ts'
import {
  IconAlertTriangle,
  IconCloudOff,
  IconDots,
  IconDotsVertical,
  IconLock,
  IconMessagePlus,
} from '../../ui/icons.ts'
import { Marks } from '../../ui/Marks.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { CommentForm } from './CommentForm.tsx'
import { openComment } from './commentForms.ts'
import { refusedChanges } from './data.ts'
import type { HighlightActions } from './highlightActions.ts'
import { HighlightEgg } from './HighlightEgg.tsx'
import { listHighlightEntries } from './highlightEntries.ts'
import css from './HighlightRow.module.css'
import { HighlightText } from './HighlightText.tsx'

/** How much of a text the name of its row has, in UTF-16 code units. */
const nameLength = 120

/** Shows a highlight with its comment and its menu. */
export const HighlightRow = memo(function HighlightRow({
  highlight,
  group,
  isWaiting,
  actions,
}: {
  highlight: Highlight
  group: HighlightPage
  /** A change of it waits on this device. */
  isWaiting: boolean
  actions: HighlightActions
}) {
  const { _id: id, text, comm, style, anchor } = highlight
  const phone = usePhone()
  const needsServer = useStore(connection) !== 'up'
  const isEditing = useStoreSelector(openComment, open => open === id)
  const isLocked = text === '' && highlight.sealed !== undefined
  const closeForm = () => {
    openComment.set(null)
    requestAnimationFrame(() => focusRow(id))
  }
  const name = isLocked ? texts.encrypted : texts.row(style, text.slice(0, nameLength))
  return (
    // The keys of the list act on the row that has the focus.
    <article
      className={classes(css.row, css[`style${style}`])}
      data-highlight={id}
      data-style={style}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={name}
      onContextMenu={event => openContextMenu(event)}
    >
      <HighlightEgg style={style} className={css.egg} />
      <div className={css.main}>
        {isLocked ? (
          <p className={css.locked}>
            <IconLock className="i s14" />
            {texts.encrypted}
          </p>
        ) : (
          <HighlightText text={text} />
        )}
        {anchor?.pdf && <div className={css.note}>{texts.page(anchor.pdf.page)}</div>}
        <RowState id={id} isWaiting={isWaiting} onRetry={() => actions.retry(id)} />
      </div>
      <div className={css.side}>
        {isEditing ? (
          <CommentForm
            id={id}
            comment={comm}
            onSave={comment => actions.setComment(highlight, comment)}
            onClose={closeForm}
          />
        ) : (
          comm !== '' && (
            <p className={css.comment} dir="auto">
              <Marks text={comm} />
            </p>
          )
        )}
      </div>
      <div className={css.tools}>
        {!phone && !isLocked && !isEditing && (
          <IconButton
            small
            iconClass=""
            icon={IconMessagePlus}
            label={comm === '' ? texts.addComment : texts.editComment}
            onClick={() => actions.editComment(highlight)}
          />
        )}
        <Menu
          label={texts.highlightActions}
          items={() => listHighlightEntries(highlight, group, actions, { isLocked, needsServer, phone })}
        >
          {trigger => (
            <IconButton
              {...trigger}
              small={!phone}
              iconClass=""
              icon={phone ? IconDotsVertical : IconDots}
              label={texts.highlightActions}
              tip={uiTexts.more}
            />
          )}
        </Menu>
      </div>
    </article>
  )
})

/** Focuses the row of a highlight, if it is rendered. */
export function focusRow(id: string): boolean {
  const row = document.querySelector<HTMLElement>(`[data-highlight="${CSS.escape(id)}"]`)
  row?.focus()
  return row !== null
}

/** Says that a change waits, or that the server has refused it. */
export function RowState({
  id,
  isWaiting,
  onRetry,
}: {
  id: string
  isWaiting: boolean
  onRetry: () => void
}) {
  const refused = useStoreSelector(refusedChanges, changes => changes.get(id))
  if (isWaiting)
    return (
      <p className={classes(css.state, css.waiting)}>
        <IconCloudOff className="i s14" />
        {texts.waiting}
      </p>
    )
  if (!refused) return null
  return (
    <p className={classes(css.state, css.refused)} role="alert">
      <IconAlertTriangle className="i s14" />
      <span>
        {texts.notSaved}. {refused.reason}
      </span>
      <button type="button" className={css.retry} onClick={onRetry}>
        {uiTexts.retry}
      </button>
    </p>
  )
}
