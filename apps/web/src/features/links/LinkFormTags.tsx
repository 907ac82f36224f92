import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { toast } from '../../lib/toasts.ts'
import { classes } from '../../ui/classes.ts'
import { Field, fieldCss } from '../../ui/Field.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { longErrorTime } from '../tags/rules.ts'
import { TagChips } from '../tags/TagChips.tsx'
import chips from '../tags/TagChips.module.css'
import { type OfferedTag, type TagContext, useSuitingTags, useTypedTags } from './linkFormData.ts'
import { addTagToLink } from './linkFormTagRules.ts'
import css from './LinkFormTags.module.css'

/** The number of tags shown below the field, and in the list that opens from it. */
const most = { below: 6, listed: 8 }

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
  const [at, setAt] = useState(-1)
  const typed = text.replace(/^#+/, '').trim()
  const taken = new Set(tags.map(tag => tag.toLowerCase()))
  const free = (tag: OfferedTag) => !taken.has(tag.name.toLowerCase())
  const suiting = useSuitingTags(context).filter(free)
  const found = useTypedTags(open ? typed : '', context.keywords, tags).filter(free)
  const shown = (typed === '' ? suiting : found).slice(0, most.listed)
  const listed = open && shown.length > 0
  const matching = suiting.slice(0, most.below)
  const ownCount = matching.filter(tag => tag.own).length

  const add = (names: readonly string[]) => {
    let next = tags
    const refused: string[] = []
    for (const name of names) {
      const result = addTagToLink(next, name)
      if (result.ok) next = result.tags
      else refused.push(name)
      if (!result.ok && result.problem)
        toast({
          tone: 'danger',
          title: result.problem,
          ...(result.tooLong && { duration: longErrorTime }),
        })
    }
    if (next !== tags) onChange(next)
    // Invalid names stay in the field, so that the user can correct them.
    setText(refused.join(', '))
    setOpen(false)
    setAt(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && listed) {
      event.preventDefault()
      setAt((at + step + shown.length + (at < 0 && step < 0 ? 1 : 0)) % shown.length)
    } else if (event.key === 'ArrowDown' && shown.length > 0) {
      event.preventDefault()
      setOpen(true)
      setAt(0)
    } else if (event.key === 'Enter' && listed && at >= 0) {
      event.preventDefault()
      add([shown[at]?.name ?? typed])
    } else if ((event.key === 'Enter' && typed !== '') || event.key === ',') {
      event.preventDefault()
      add([typed])
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
                setOpen(event.target.value.trim() !== '')
                setAt(-1)
              }}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              onBlur={() => {
                setOpen(false)
                // A typed tag without Enter counts as well.
                if (typed !== '') add([typed])
              }}
            />
          </div>
          {listed && box && (
            <Popup anchor={box} onClose={() => setOpen(false)}>
              <div id={listId} role="listbox" aria-label={texts.suggestions}>
                {shown.map((tag, place) => (
                  <div
                    key={tag.name}
                    id={`${listId}-${place}`}
                    role="option"
                    aria-selected={place === at}
                    className={css.option}
                    dir="auto"
                    // The default action of mousedown would take the focus from the field, and blur would add the typed
                    // text.
                    onMouseDown={event => {
                      event.preventDefault()
                      add([tag.name])
                    }}
                    onMouseMove={() => setAt(place)}
                  >
                    <span className={tag.own ? undefined : css.fresh}>
                      {tag.own ? '#' : '+ '}
                      {tag.name}
                    </span>
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
                  key={tag.name}
                  type="button"
                  className={classes(css.suggestion, !tag.own && css.fresh)}
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
