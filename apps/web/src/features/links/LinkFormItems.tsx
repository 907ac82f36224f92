import { limits } from '@nestmark/core/limits'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../../ui/Button.tsx'
import { fieldCss } from '../../ui/Field.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../ui/icons.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import type { CheckItem } from './linkFormValues.ts'
import css from './LinkFormItems.module.css'

/** Edits the items of a checklist: add, tick, move and remove, also with the keyboard. */
export function LinkFormItems({
  items,
  error,
  onChange,
}: {
  items: CheckItem[]
  error: string | undefined
  onChange: (items: CheckItem[]) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const focusOn = (place: number) =>
    list.current?.querySelectorAll<HTMLInputElement>('input[type=text]')[place]?.focus()
  /** Renders synchronously, so that the next key goes into the item that gets the focus. */
  const changeNow = (next: CheckItem[]) => flushSync(() => onChange(next))

  const change = (place: number, part: Partial<CheckItem>) =>
    onChange(items.map((item, i) => (i === place ? { ...item, ...part } : item)))
  const insert = (place: number) => {
    if (items.length >= limits.checkListItems) return setSaid(texts.itemsTooMany(limits.checkListItems))
    const key = Math.max(0, ...items.map(item => item.key)) + 1
    changeNow([...items.slice(0, place), { key, text: '', done: false }, ...items.slice(place)])
    focusOn(place)
  }
  const remove = (place: number) => {
    changeNow(items.filter((_, i) => i !== place))
    focusOn(Math.max(0, place - 1))
  }
  const move = (place: number, by: number) => {
    const to = place + by
    if (to < 0 || to >= items.length) return
    const next = [...items]
    const [item] = next.splice(place, 1)
    if (item) next.splice(to, 0, item)
    changeNow(next)
    setSaid(texts.itemMoved(to + 1))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, place: number) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step && event.altKey) {
      event.preventDefault()
      move(place, step)
      focusOn(place + step)
    } else if (step) {
      event.preventDefault()
      focusOn(Math.min(Math.max(0, place + step), items.length - 1))
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      insert(place + 1)
    } else if (event.key === 'Backspace' && event.currentTarget.value === '' && items.length > 1) {
      event.preventDefault()
      remove(place)
    }
  }
  return (
    <fieldset className={css.items} aria-invalid={error ? true : undefined}>
      <legend className={fieldCss.label}>{texts.items}</legend>
      <ol ref={list} className={css.list}>
        {items.map((item, place) => {
          const n = place + 1
          return (
            <li key={item.key} className={css.item}>
              <Checkbox
                small
                label={texts.itemDone(n)}
                checked={item.done}
                onChange={() => change(place, { done: !item.done })}
              />
              <input
                type="text"
                className={`${fieldCss.input} ${item.done ? css.done : ''}`}
                aria-label={texts.item(n)}
                placeholder={texts.itemPlaceholder}
                maxLength={limits.checkListText}
                dir="auto"
                value={item.text}
                onChange={event => change(place, { text: event.target.value })}
                onKeyDown={event => onKeyDown(event, place)}
              />
              <IconButton
                small
                icon={IconArrowUp}
                label={texts.itemUp(n)}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              />
              <IconButton
                small
                icon={IconArrowDown}
                label={texts.itemDown(n)}
                disabled={place === items.length - 1}
                onClick={() => move(place, 1)}
              />
              <IconButton small icon={IconX} label={texts.itemRemove(n)} onClick={() => remove(place)} />
            </li>
          )
        })}
      </ol>
      <Button size="sm" variant="ghost" icon={IconPlus} onClick={() => insert(items.length)}>
        {texts.itemAdd}
      </Button>
      {error && <FieldError>{error}</FieldError>}
      <span className="sr" role="status">
        {said}
      </span>
    </fieldset>
  )
}
