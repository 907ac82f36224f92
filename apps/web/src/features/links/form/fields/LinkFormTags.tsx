import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../../../../ui/classes.ts'
import { Field } from '../../../../ui/fields/Field.tsx'
import { Popup } from '../../../../ui/dialogs/Popup.tsx'
import { TagInput } from '../../../tags/TagInput.tsx'
import type { TagOption, TagContext } from '../save/linkFormData.ts'
import css from './LinkFormTags.module.css'
import { useLinkFormTags } from '../state/useLinkFormTags.ts'

/**
 * Edits tags by name: Enter or a comma adds one, Backspace removes the last one. Suggests tags during typing, and shows
 * tags that match the page below the field; arrow down opens them as a list.
 */
export function LinkFormTags({
  tags,
  context,
  error,
  isFirst = false,
  onChange,
}: {
  tags: string[]
  /** The page for which tags are suggested. */
  context: TagContext
  error: string | undefined
  /** It gets the focus when its dialog opens, on touch screens too. */
  isFirst?: boolean
  onChange: (tags: string[]) => void
}) {
  const listId = useId()
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const { text, suggested, options, isListOpen, activeIndex, ...field } = useLinkFormTags(
    tags,
    context,
    onChange,
  )
  const focusesAdded = useRef(false)
  useEffect(() => {
    if (!focusesAdded.current) return
    focusesAdded.current = false
    Array.from(box?.querySelectorAll('button') ?? [])
      .at(-1)
      ?.focus()
  })
  const ownCount = suggested.filter(tag => tag.own).length
  const hint = context.isPageRead ? texts.fitting(ownCount) : texts.ownTags(ownCount)
  return (
    <Field label={texts.tags} error={error} hint={ownCount > 0 ? hint : undefined}>
      {control => (
        <>
          <TagInput
            {...control}
            data-autofocus={isFirst || undefined}
            tags={tags}
            boxRef={setBox}
            role="combobox"
            aria-expanded={isListOpen}
            aria-controls={listId}
            aria-activedescendant={isListOpen && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
            aria-autocomplete="list"
            placeholder={texts.tagsPlaceholder}
            value={text}
            onChange={event => field.type(event.target.value)}
            onKeyDown={field.onKeyDown}
            onBlur={field.onBlur}
            onPasteNames={field.add}
            onRemove={tag => onChange(tags.filter(other => other !== tag))}
          />
          {isListOpen && box && (
            <Popup anchor={box} onClose={field.closeList}>
              <TagOptions
                id={listId}
                options={options}
                activeIndex={activeIndex}
                onActivate={field.setActiveIndex}
                onChoose={name => field.add([name])}
              />
            </Popup>
          )}
          {suggested.length > 0 && (
            <SuggestedTags
              tags={suggested}
              onAdd={name => field.add([name])}
              onLast={isTap => {
                if (isTap) focusesAdded.current = true
                else box?.querySelector('input')?.focus()
              }}
            />
          )}
        </>
      )}
    </Field>
  )
}

/** Lists the options below the field, which keeps the focus and refers to the active option. */
function TagOptions({
  id,
  options,
  activeIndex,
  onActivate,
  onChoose,
}: {
  /** The ID of the list; its options have the IDs `${id}-0` and so on. */
  id: string
  options: readonly TagOption[]
  activeIndex: number
  onActivate: (index: number) => void
  onChoose: (name: string) => void
}) {
  return (
    <div id={id} role="listbox" aria-label={texts.suggestions}>
      {options.map((tag, index) => (
        <div
          key={tag.name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === activeIndex}
          className={css.option}
          dir="auto"
          // The default action of mousedown would take the focus from the field, and blur would add the typed text.
          onMouseDown={event => {
            event.preventDefault()
            onChoose(tag.name)
          }}
          onMouseMove={() => onActivate(index)}
        >
          <span className={tag.own ? undefined : 't3'}>
            {tag.own ? '#' : '+ '}
            {tag.name}
          </span>
        </div>
      ))}
    </div>
  )
}

/**
 * Shows the tags that match the page, each as a button that adds it and disappears. The focus goes to the button
 * beside it.
 */
function SuggestedTags({
  tags,
  onAdd,
  onLast,
}: {
  tags: readonly TagOption[]
  onAdd: (name: string) => void
  /** Called when no button is left for the focus. After a tap, that of the field would open the phone's keyboard. */
  onLast: (isTap: boolean) => void
}) {
  const add = (name: string, { currentTarget: button, nativeEvent }: MouseEvent<HTMLElement>) => {
    const adjacent = [button.nextElementSibling, button.previousElementSibling]
    const nearest = adjacent.find(each => each instanceof HTMLButtonElement)
    if (nearest) nearest.focus()
    else onLast(nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch')
    onAdd(name)
  }
  return (
    <div className={`row wrap g6 ${css.suggestions}`}>
      <span className="t3 f12">{texts.suggested}</span>
      {tags.map(tag => (
        <button
          key={tag.name}
          type="button"
          className={classes(css.suggestion, !tag.own && 't3')}
          aria-label={texts.addSuggested(tag.name)}
          dir="auto"
          onClick={event => add(tag.name, event)}
        >
          + {tag.name}
        </button>
      ))}
    </div>
  )
}
