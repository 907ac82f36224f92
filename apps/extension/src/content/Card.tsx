/** @jsxImportSource preact */
import { limits } from '@nestmark/core/limits'
import { barTexts as texts } from '@nestmark/texts/extension'
import { useState } from 'preact/hooks'
import { Icon } from '../ui/icons.tsx'
import { Eggs, type Spot, type Style } from './Bar.tsx'

interface Props {
  spot: Spot
  style: Style
  comment: string
  onStyle: (style: Style) => void
  onSave: (comment: string) => void
  onCopy: () => void
  onDelete: () => void
  onClose: () => void
}

/** The card of a highlight with its comment. */
export function Card({ spot, style, comment, onStyle, onSave, onCopy, onDelete, onClose }: Props) {
  const [text, setText] = useState(comment)
  return (
    <div
      class="card"
      role="dialog"
      aria-label={texts.commentLabel}
      style={{ left: `${spot.left}px`, top: `${spot.top}px` }}
      onKeyDown={event => {
        // No key of the page acts while somebody types here.
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave(text)
      }}
    >
      <div class="row">
        <Eggs style={style} onChoose={onStyle} />
        <span class="grow" />
        <button type="button" aria-label={texts.copy} onClick={onCopy}>
          <Icon name="copy" />
        </button>
        <button type="button" aria-label={texts.delete} onClick={onDelete}>
          <Icon name="trash" />
        </button>
      </div>
      <label for="comment">{texts.commentLabel}</label>
      <textarea
        id="comment"
        dir="auto"
        maxLength={limits.highlightComment}
        value={text}
        ref={field => field?.focus()}
        onInput={event => setText(event.currentTarget.value)}
      />
      <div class="row">
        <button type="button" class="save" onClick={() => onSave(text)}>
          {texts.saveComment}
        </button>
        <button type="button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </div>
  )
}
