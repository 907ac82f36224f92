import { limits } from '@nestmark/core/limits'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classes } from '../../../../ui/classes.ts'
import { Button, IconButton } from '../../../../ui/fields/Button.tsx'
import { fieldCss } from '../../../../ui/fields/Field.tsx'
import { FieldError } from '../../../../ui/fields/FieldError.tsx'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../../../ui/icons.ts'
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx'
import type { CheckItem } from '../state/linkFormValues.ts'
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
  const [announcement, setAnnouncement] = useState('')
  const focusItem = (index: number) =>
    list.current?.querySelectorAll<HTMLInputElement>('input[type=text]')[index]?.focus()
  /** Renders synchronously, so that the item that gets the focus receives the next key. */
  const changeSync = (next: CheckItem[]) => flushSync(() => onChange(next))

  const change = (index: number, part: Partial<CheckItem>) =>
    onChange(items.map((item, i) => (i === index ? { ...item, ...part } : item)))
  const insert = (index: number) => {
    if (items.length >= limits.checkListItems)
      return setAnnouncement(texts.itemsTooMany(limits.checkListItems))
    const key = Math.max(0, ...items.map(item => item.key)) + 1
    changeSync([...items.slice(0, index), { key, text: '', done: false }, ...items.slice(index)])
    focusItem(index)
  }
  const remove = (index: number) => {
    changeSync(items.filter((_, i) => i !== index))
    focusItem(Math.max(0, index - 1))
  }
  const move = (index: number, steps: number) => {
    const to = index + steps
    if (to < 0 || to >= items.length) return
    const next = [...items]
    const [item] = next.splice(index, 1)
    if (item) next.splice(to, 0, item)
    changeSync(next)
    setAnnouncement(texts.itemMoved(to + 1))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step && event.altKey) {
      event.preventDefault()
      move(index, step)
      focusItem(index + step)
    } else if (step) {
      event.preventDefault()
      focusItem(Math.min(Math.max(0, index + step), items.length - 1))
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      insert(index + 1)
    } else if (event.key === 'Backspace' && event.currentTarget.value === '' && items.length > 1) {
      event.preventDefault()
      remove(index)
    }
  }
  return (
    <fieldset aria-invalid={error ? true : undefined}>
      <legend className={fieldCss.label}>{texts.items}</legend>
      <ol ref={list} className={`stack g6 ${css.list}`}>
        {items.map((item, index) => (
          <li key={item.key} className={`row g6 ${css.item}`}>
            <Checkbox
              small
              label={texts.itemDone(index + 1)}
              checked={item.done}
              onChange={() => change(index, { done: !item.done })}
            />
            <input
              type="text"
              className={classes(fieldCss.input, item.done && css.checked)}
              aria-label={texts.item(index + 1)}
              placeholder={texts.itemPlaceholder}
              maxLength={limits.checkListText}
              dir="auto"
              value={item.text}
              onChange={event => change(index, { text: event.target.value })}
              onKeyDown={event => onKeyDown(event, index)}
            />
            <IconButton
              small
              icon={IconArrowUp}
              label={texts.itemUp(index + 1)}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              small
              icon={IconArrowDown}
              label={texts.itemDown(index + 1)}
              disabled={index === items.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconButton
              small
              icon={IconX}
              label={texts.itemRemove(index + 1)}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <Button size="sm" variant="ghost" icon={IconPlus} onClick={() => insert(items.length)}>
        {texts.itemAdd}
      </Button>
      {error && <FieldError>{error}</FieldError>}
      <span className="sr" role="status">
        {announcement}
      </span>
    </fieldset>
  )
}
