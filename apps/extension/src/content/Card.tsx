/** @jsxImportSource preact */
import { barTexts as texts } from '@nestmark/texts/extension'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon, Logo } from '../ui/icons.tsx'
import type { BarMessage } from './Bar.tsx'
import { addCommentField } from './commentField.ts'
import { Eggs, type Style } from './Eggs.tsx'
import { type Box, placeCard } from './spot.ts'
import { usePlacement } from './usePlacement.ts'

interface Props {
  /** The lines of the highlight, and the column of its text. */
  boxes: readonly Box[]
  column: { left: number; right: number; isRtl: boolean }
  style: Style
  comment: string
  /** Why the highlight is not saved. */
  message: BarMessage | null
  /** Where the page is saved, and with how many highlights. */
  foot: string
  onStyle: (style: Style) => void
  onInput: (comment: string) => void
  onSave: (comment: string) => void
  onCopy: () => void
  onDelete: () => void
  onCancel: () => void
  onOpen: () => void
}

/** The card of a highlight with its comment. */
export function Card(props: Props) {
  const { boxes, column, style, message } = props
  const textRef = useRef(props.comment)
  const fieldRef = useRef<HTMLDivElement>(null)
  const leadRef = useRef<HTMLDivElement>(null)
  const save = () => props.onSave(textRef.current)
  const { placedRef, update } = usePlacement<HTMLDivElement>((size, card) => {
    const spot = placeCard(boxes, column, { width: innerWidth, height: innerHeight }, size, column.isRtl)
    for (const each of [card, leadRef.current]) if (each) each.style.visibility = spot ? 'visible' : 'hidden'
    const line = spot?.lead
    leadRef.current?.style.setProperty('inset', `${line?.top ?? 0}px auto auto ${line?.left ?? 0}px`)
    leadRef.current?.style.setProperty('width', `${line?.width ?? 0}px`)
    return spot
  })
  // The field is added once, and calls what the last rendering has.
  const callsRef = useRef({ ...props, save, update })
  useLayoutEffect(() => {
    callsRef.current = { ...props, save, update }
  })
  useLayoutEffect(
    () =>
      fieldRef.current
        ? addCommentField(fieldRef.current, {
            label: texts.commentLabel,
            text: textRef.current,
            onInput: typed => callsRef.current.onInput((textRef.current = typed)),
            onConfirm: () => callsRef.current.save(),
            onClose: () => callsRef.current.onCancel(),
            onResize: () => callsRef.current.update(),
          })
        : undefined,
    [],
  )
  return (
    <>
      <div class={`lead c${style}`} ref={leadRef} />
      <div
        class={`card c${style}`}
        role="dialog"
        aria-label={texts.commentLabel}
        ref={placedRef}
        onKeyDown={event => {
          event.stopPropagation()
          if (event.key === 'Escape') props.onCancel()
        }}
      >
        <div class="row head">
          <Eggs style={style} onChoose={props.onStyle} />
          <span class="grow" />
          <button type="button" class="key" aria-label={texts.copy} title={texts.copy} onClick={props.onCopy}>
            <Icon name="copy" />
          </button>
          <button
            type="button"
            class="key"
            aria-label={texts.delete}
            title={texts.delete}
            onClick={props.onDelete}
          >
            <Icon name="trash" />
          </button>
        </div>
        <p class="label">{texts.commentLabel}</p>
        <div class="comment" ref={fieldRef} />
        {message && (
          <div class="row notice" role="alert">
            <Icon name={message.icon ?? 'warning'} />
            <span class="grow">{message.text}</span>
            {message.action && (
              <button type="button" class="link" onClick={message.action.run}>
                {message.action.label}
              </button>
            )}
          </div>
        )}
        <div class="row">
          <button type="button" class="save" onClick={save}>
            {message ? texts.tryAgain : texts.saveComment}
          </button>
          <button type="button" class="plain" onClick={props.onCancel}>
            {texts.cancel}
          </button>
          <span class="grow" />
          <span class="keys" aria-hidden="true">
            {texts.saveKeys.map(each => (
              <kbd key={each}>{each}</kbd>
            ))}
          </span>
        </div>
        <div class="row foot">
          <Logo size={16} />
          <span class="grow place" data-text={props.foot} />
          <button type="button" class="link" onClick={props.onOpen}>
            {texts.open}
          </button>
        </div>
      </div>
    </>
  )
}
