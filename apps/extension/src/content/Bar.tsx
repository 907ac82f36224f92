/** @jsxImportSource preact */
import { barTexts as texts } from '@nestmark/texts/extension'
import { Icon } from '../ui/icons.tsx'

export type Style = 1 | 2 | 3 | 4
export const styles: readonly Style[] = [1, 2, 3, 4]

/** Where something is shown, in pixels of the window. */
export interface Spot {
  left: number
  top: number
}

/** The four colours as a group of which one is chosen. */
export function Eggs({ style, onChoose }: { style: Style | null; onChoose: (style: Style) => void }) {
  return (
    <div role="radiogroup" style={{ display: 'contents' }}>
      {styles.map(each => (
        <button
          key={each}
          type="button"
          role="radio"
          class={`c${each}`}
          aria-checked={style === each}
          aria-label={texts.colours[each - 1]}
          title={`${texts.colours[each - 1]} (${each})`}
          onClick={() => onChoose(each)}
        >
          <span class="egg" />
        </button>
      ))}
    </div>
  )
}

interface Props {
  spot: Spot
  /** The colour of the highlight; null for a selection. */
  style: Style | null
  /** Says what prevents a highlight, in place of the buttons. */
  message: { text: string; action?: { label: string; run: () => void } } | null
  /** The name of the collection that has the page; null when it is not saved. */
  savedIn: string | null
  onStyle: (style: Style) => void
  onComment: () => void
  onCopy: () => void
  onDelete: () => void
  onSavePage: () => void
  onClose: () => void
  /** Takes the focus when the bar was called by its key. */
  focusRef: (bar: HTMLElement | null) => void
}

/** The bar beside a selection, or beside a highlight. */
export function Bar(props: Props) {
  const { spot, style, message, savedIn, focusRef } = props
  const onKeyDown = (event: KeyboardEvent) => {
    const number = Number(event.key) as Style
    if (event.key === 'Escape') props.onClose()
    else if (!event.ctrlKey && !event.metaKey && styles.includes(number)) props.onStyle(number)
    else if (event.key.toLowerCase() === 'c' && !event.ctrlKey && !event.metaKey) props.onComment()
    else if (event.key === 'Delete' && style !== null) props.onDelete()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      class="bar"
      role="toolbar"
      aria-label={texts.bar}
      tabIndex={-1}
      style={{ left: `${spot.left}px`, top: `${spot.top}px` }}
      ref={focusRef}
      onKeyDown={onKeyDown}
      // The selection of the page stays.
      onMouseDown={event => event.preventDefault()}
    >
      {message ? (
        <>
          <span class="text" role="status">
            {message.text}
          </span>
          {message.action && (
            <button type="button" class="go" onClick={message.action.run}>
              {message.action.label}
            </button>
          )}
        </>
      ) : (
        <>
          <Eggs style={style} onChoose={props.onStyle} />
          <span class="line" />
          <button
            type="button"
            aria-label={texts.comment}
            title={`${texts.comment} (C)`}
            onClick={props.onComment}
          >
            <Icon name="comment" />
          </button>
          {style === null ? (
            <button type="button" onClick={props.onSavePage} disabled={savedIn !== null}>
              {savedIn === null ? texts.savePage : texts.savedPage}
            </button>
          ) : (
            <>
              <button type="button" aria-label={texts.copy} title={texts.copy} onClick={props.onCopy}>
                <Icon name="copy" />
              </button>
              <button
                type="button"
                class="bad"
                aria-label={texts.delete}
                title={texts.delete}
                onClick={props.onDelete}
              >
                <Icon name="trash" />
              </button>
            </>
          )}
        </>
      )}
    </div>
  )
}
