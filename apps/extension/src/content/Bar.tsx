/** @jsxImportSource preact */
import { barTexts as texts } from '@nestmark/texts/extension'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Icon, type IconName, Logo } from '../ui/icons.tsx'
import { Eggs, type Style, styles } from './Eggs.tsx'
import { type Box, placeBar } from './spot.ts'
import { usePlacement } from './usePlacement.ts'

/** What prevents a highlight. */
export interface BarMessage {
  icon?: IconName
  text: ComponentChildren
  action?: { label: string; run: () => void; isQuiet?: boolean }
}

interface Props {
  /** The lines of the text beside which it is. */
  boxes: readonly Box[]
  /** The colour of the highlight; null for a selection. */
  style: Style | null
  /** Is shown in place of the buttons. */
  message: BarMessage | null
  /** The name of the collection that has the page; null when it is not saved. */
  savedIn: string | null
  /** It was called by its key. */
  takesFocus: boolean
  onStyle: (style: Style) => void
  onComment: () => void
  onCopy: () => void
  onDelete: () => void
  onSavePage: () => void
  onClose: () => void
}

/** The bar beside a selection, or beside a highlight. */
export function Bar(props: Props) {
  const { boxes, style, message, takesFocus } = props
  const { placedRef } = usePlacement<HTMLDivElement>((size, bar) => {
    const spot = placeBar(boxes, { width: innerWidth, height: innerHeight }, size)
    bar.style.visibility = spot ? 'visible' : 'hidden'
    bar.style.setProperty('--arrow', `${spot?.arrow ?? 0}px`)
    bar.classList.toggle('below', spot?.isBelow ?? false)
    return spot
  })
  const hasMessage = message !== null
  const hasPlace = boxes.length > 0
  useLayoutEffect(() => {
    const bar = placedRef.current
    const main = hasMessage ? bar?.querySelector<HTMLElement>('button') : null
    if (takesFocus) (main ?? bar)?.focus({ preventScroll: true })
  }, [takesFocus, hasMessage, hasPlace, placedRef])
  const onKeyDown = (event: KeyboardEvent) => {
    const number = Number(event.key) as Style
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Escape') props.onClose()
    else if (message || !isPlain) return
    else if (styles.includes(number)) props.onStyle(number)
    else if (event.key.toLowerCase() === 'c') props.onComment()
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
      ref={placedRef}
      onKeyDown={onKeyDown}
      // The selection of the page stays.
      onMouseDown={event => event.preventDefault()}
    >
      <span class="arrow" />
      {message ? <Message {...message} /> : <Buttons {...props} />}
    </div>
  )
}

function Message({ icon, text, action }: BarMessage) {
  return (
    <>
      {icon && (
        <span class="warn">
          <Icon name={icon} />
        </span>
      )}
      <span class="text" role="status">
        {text}
      </span>
      {action && (
        <button type="button" class={action.isQuiet ? 'go quiet' : 'go'} onClick={action.run}>
          {action.label}
        </button>
      )}
    </>
  )
}

function Buttons({ style, savedIn, onStyle, onComment, onCopy, onDelete, onSavePage }: Props) {
  const button = (name: IconName, label: string, run: () => void, kind = 'key', key = '') => (
    <button
      type="button"
      class={kind}
      aria-label={label}
      title={key ? `${label} (${key})` : label}
      onClick={run}
    >
      <Icon name={name} size={18} />
    </button>
  )
  return (
    <>
      <Eggs style={style} onChoose={onStyle} />
      <span class="line" />
      {button('comment', texts.comment, onComment, 'key', 'C')}
      {style !== null && button('copy', texts.copy, onCopy)}
      <span class="line" />
      {style !== null ? (
        button('trash', texts.delete, onDelete, 'key bad')
      ) : (
        <button type="button" class="save" onClick={onSavePage} disabled={savedIn !== null}>
          <Logo size={20} />
          {savedIn === null ? texts.savePage : texts.savedPage}
        </button>
      )}
    </>
  )
}
