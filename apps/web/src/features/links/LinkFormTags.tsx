import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { toast } from '../../lib/toasts.ts'
import { classes } from '../../ui/classes.ts'
import { Field, fieldCss } from '../../ui/Field.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { longErrorDuration } from '../tags/tagRules.ts'
import { TagChips } from '../tags/TagChips.tsx'
import chips from '../tags/TagChips.module.css'
import { type TagOption, type TagContext, useSuggestedTags, useTagCompletions } from './linkFormData.ts'
import { addTagToLink } from './linkFormTagRules.ts'
import css from './LinkFormTags.module.css'

/** The number of tags shown below the field, and in the list that opens from it. */
const maxTags = { below: 6, listed: 8 }

/**
 * Edits tags by name: Enter or a comma adds one, Backspace removes the last one. Suggests tags during typing, and shows
 * tags that match the page below the field; arrow down opens them as a list.
 */
export function LinkFormTags({
  tags,
  context,
  error,
  onChange,
}: {
  tags: string[]
  /** The page for which tags are suggested. */
  context: TagContext
  error: string | undefined
  onChange: (tags: string[]) => void
}) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const typedName = text.replace(/^#+/, '').trim()
  const existing = new Set(tags.map(tag => tag.toLowerCase()))
  const isAddable = (tag: TagOption) => !existing.has(tag.name.toLowerCase())
  const suggested = useSuggestedTags(context).filter(isAddable)
  const completions = useTagCompletions(open ? typedName : '', context.keywords, tags).filter(isAddable)
  const options = (typedName === '' ? suggested : completions).slice(0, maxTags.listed)
  const isListOpen = open && options.length > 0
  const shownSuggestions = suggested.slice(0, maxTags.below)
  const ownCount = shownSuggestions.filter(tag => tag.own).length

  const add = (names: readonly string[]) => {
    let next = tags
    const invalid: string[] = []
    for (const name of names) {
      const result = addTagToLink(next, name)
      if (result.ok) next = result.tags
      else invalid.push(name)
      if (!result.ok && result.problem)
        toast({
          tone: 'danger',
          title: result.problem,
          ...(result.tooLong && { duration: longErrorDuration }),
        })
    }
    if (next !== tags) onChange(next)
    // Invalid names stay in the field, so that the user can correct them.
    setText(invalid.join(', '))
    setOpen(false)
    setActiveIndex(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && isListOpen) {
      event.preventDefault()
      setActiveIndex(
        (activeIndex + step + options.length + (activeIndex < 0 && step < 0 ? 1 : 0)) % options.length,
      )
    } else if (event.key === 'ArrowDown' && options.length > 0) {
      event.preventDefault()
      setOpen(true)
      setActiveIndex(0)
    } else if (event.key === 'Enter' && isListOpen && activeIndex >= 0) {
      event.preventDefault()
      add([options[activeIndex]?.name ?? typedName])
    } else if ((event.key === 'Enter' && typedName !== '') || event.key === ',') {
      event.preventDefault()
      add([typedName])
    } else if (event.key === 'Enter') event.preventDefault()
    else if (event.key === 'Backspace' && text === '' && tags.length > 0) onChange(tags.slice(0, -1))
    else if (event.key === 'Escape' && isListOpen) {
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
    <Field label={texts.tags} error={error} hint={ownCount > 0 ? texts.matching(ownCount) : undefined}>
      {control => (
        <>
          <div ref={setBox} className={`${fieldCss.box} ${chips.box}`} onClick={() => input.current?.focus()}>
            <TagChips
              tags={tags}
              onRemove={tag => {
                onChange(tags.filter(other => other !== tag))
                input.current?.focus()
              }}
            />
            <input
              {...control}
              ref={input}
              className={`${fieldCss.inside} ${chips.input}`}
              role="combobox"
              aria-expanded={isListOpen}
              aria-controls={listId}
              aria-activedescendant={isListOpen && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
              aria-autocomplete="list"
              placeholder={texts.tagsPlaceholder}
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="enter"
              dir="auto"
              value={text}
              onChange={event => {
                setText(event.target.value)
                setOpen(event.target.value.trim() !== '')
                setActiveIndex(-1)
              }}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              onBlur={() => {
                setOpen(false)
                // A typed tag without Enter counts as well.
                if (typedName !== '') add([typedName])
              }}
            />
          </div>
          {isListOpen && box && (
            <Popup anchor={box} onClose={() => setOpen(false)}>
              <div id={listId} role="listbox" aria-label={texts.suggestions}>
                {options.map((tag, index) => (
                  <div
                    key={tag.name}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={index === activeIndex}
                    className={css.option}
                    dir="auto"
                    // The default action of mousedown would take the focus from the field, and blur would add the typed
                    // text.
                    onMouseDown={event => {
                      event.preventDefault()
                      add([tag.name])
                    }}
                    onMouseMove={() => setActiveIndex(index)}
                  >
                    <span className={tag.own ? undefined : css.newTag}>
                      {tag.own ? '#' : '+ '}
                      {tag.name}
                    </span>
                  </div>
                ))}
              </div>
            </Popup>
          )}
          {shownSuggestions.length > 0 && (
            <div className={css.suggestions}>
              <span className={css.caption}>{texts.suggested}</span>
              {shownSuggestions.map(tag => (
                <button
                  key={tag.name}
                  type="button"
                  className={classes(css.suggestion, !tag.own && css.newTag)}
                  aria-label={texts.addSuggested(tag.name)}
                  dir="auto"
                  onClick={() => add([tag.name])}
                >
                  + {tag.name}
                </button>
              ))}
            </div>
          )}
        </>
      )}
    </Field>
  )
}
