import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { toast } from '../../lib/toasts.ts'
import { Field, fieldCss } from '../../ui/Field.tsx'
import { IconX } from '../../ui/icons.ts'
import { Popup } from '../../ui/Popup.tsx'
import { useTagSuggestions } from './linkFormData.ts'
import { addTag } from './linkFormTagRules.ts'
import css from './LinkFormTags.module.css'

const longErrorTime = 30_000

/** Tags by name: Enter or a comma adds one, the person's own are suggested, Backspace takes the last one off. */
export function LinkFormTags({
  tags,
  matching,
  error,
  onChange,
}: {
  tags: string[]
  /** The person's own tags that suit the page. */
  matching: string[]
  error: string | undefined
  onChange: (tags: string[]) => void
}) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const typed = text.replace(/^#+/, '').trim()
  const taken = new Set(tags.map(tag => tag.toLowerCase()))
  const found = useTagSuggestions(typed, open && typed !== '').filter(tag => !taken.has(tag.toLowerCase()))
  const shown = found.slice(0, 8)
  const listed = open && typed !== '' && shown.length > 0

  const add = (names: readonly string[]) => {
    let next = tags
    const refused: string[] = []
    for (const name of names) {
      const result = addTag(next, name)
      if (result.ok) next = result.tags
      else refused.push(name)
      if (!result.ok && result.problem)
        toast({
          tone: 'danger',
          title: result.problem,
          ...(result.tooLong && { time: longErrorTime }),
        })
    }
    if (next !== tags) onChange(next)
    // What was refused stays in the field, to be mended.
    setText(refused.join(', '))
    setAt(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && listed) {
      event.preventDefault()
      setAt((at + step + shown.length + (at < 0 && step < 0 ? 1 : 0)) % shown.length)
    } else if ((event.key === 'Enter' || event.key === ',') && (typed !== '' || event.key === ',')) {
      event.preventDefault()
      add([listed && at >= 0 ? (shown[at] ?? typed) : typed])
    } else if (event.key === 'Enter') event.preventDefault()
    else if (event.key === 'Backspace' && text === '' && tags.length > 0) onChange(tags.slice(0, -1))
    else if (event.key === 'Escape' && listed) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/[,\n\t]/.test(pasted)) return
    event.preventDefault()
    add(pasted.split(/[,\n\t]+/).filter(name => name.trim() !== ''))
  }
  return (
    <Field
      label={texts.tags}
      error={error}
      hint={matching.length > 0 ? texts.matching(matching.length) : undefined}
    >
      {control => (
        <>
          <div ref={setBox} className={`${fieldCss.box} ${css.box}`} onClick={() => input.current?.focus()}>
            {tags.map(tag => (
              <span key={tag} className={css.tag}>
                <span className="el" dir="auto">
                  #{tag}
                </span>
                <button
                  type="button"
                  className={css.remove}
                  aria-label={texts.removeTag(tag)}
                  onClick={() => {
                    onChange(tags.filter(other => other !== tag))
                    input.current?.focus()
                  }}
                >
                  <IconX className="i s12" />
                </button>
              </span>
            ))}
            <input
              {...control}
              ref={input}
              className={`${fieldCss.inside} ${css.inside}`}
              role="combobox"
              aria-expanded={listed}
              aria-controls={listId}
              aria-activedescendant={listed && at >= 0 ? `${listId}-${at}` : undefined}
              aria-autocomplete="list"
              placeholder={texts.tagsPlaceholder}
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="enter"
              dir="auto"
              value={text}
              onChange={event => {
                setText(event.target.value)
                setOpen(true)
                setAt(-1)
              }}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              onBlur={() => {
                setOpen(false)
                // A tag that was typed and not finished is meant all the same.
                if (typed !== '') add([typed])
              }}
            />
          </div>
          {listed && box && (
            <Popup anchor={box} onClose={() => setOpen(false)}>
              <div id={listId} role="listbox" aria-label={texts.suggestions}>
                {shown.map((tag, place) => (
                  <div
                    key={tag}
                    id={`${listId}-${place}`}
                    role="option"
                    aria-selected={place === at}
                    className={css.option}
                    dir="auto"
                    // Pressing must not take the focus out of the field, which would add what is typed so far.
                    onMouseDown={event => {
                      event.preventDefault()
                      add([tag])
                    }}
                    onMouseMove={() => setAt(place)}
                  >
                    #{tag}
                  </div>
                ))}
              </div>
            </Popup>
          )}
          {matching.length > 0 && (
            <div className={css.matching}>
              <span className={css.caption}>{texts.suggested}</span>
              {matching.map(tag => (
                <button
                  key={tag}
                  type="button"
                  className={css.suggestion}
                  aria-label={texts.addSuggested(tag)}
                  dir="auto"
                  onClick={() => add([tag])}
                >
                  + {tag}
                </button>
              ))}
            </div>
          )}
        </>
      )}
    </Field>
  )
}
