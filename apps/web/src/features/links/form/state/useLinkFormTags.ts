import { type KeyboardEvent, useState } from 'react'
import { stepOption } from '../../../../lib/lists/optionIndex.ts'
import { toast } from '../../../../lib/toasts.ts'
import { useEncryptedPlace } from '../../encryptedPlace.ts'
import { addTags, addTagToLink, longErrorDuration } from '../../../tags/tagRules.ts'
import { type TagContext, type TagOption, useSuggestedTags, useTagCompletions } from '../save/linkFormData.ts'

/** The number of tags shown below the field, and in the list that opens from it. */
const maxTags = { below: 6, listed: 8 }

/**
 * Manages the typed text of a tag field and the list of options that opens from it.
 * @param context the page for which tags are suggested
 */
export function useLinkFormTags(tags: string[], context: TagContext, onChange: (tags: string[]) => void) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const typedName = text.replace(/^#+/, '').trim()
  const existing = new Set(tags.map(tag => tag.toLowerCase()))
  const isAddable = (tag: TagOption) => !existing.has(tag.name.toLowerCase())
  const suggested = useSuggestedTags(context).filter(isAddable)
  // On an encrypted collection, or where this is not known yet, nothing that is typed is sent.
  const isPrivate = useEncryptedPlace() !== null || context.isPrivate === true
  const completions = useTagCompletions(open ? typedName : '', { ...context, isPrivate }, tags).filter(
    isAddable,
  )
  const options = (typedName === '' ? suggested : completions).slice(0, maxTags.listed)
  const isListOpen = open && options.length > 0

  const add = (names: readonly string[]) => {
    const { tags: next, invalid } = addTags(tags, names, addTagToLink)
    for (const { problem, tooLong } of invalid)
      toast({ tone: 'danger', title: problem, ...(tooLong && { duration: longErrorDuration }) })
    if (next !== tags) onChange(next)
    // Invalid names remain in the field, so that the user can correct them.
    setText(invalid.map(each => each.name).join(', '))
    setOpen(false)
    setActiveIndex(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
    if (step && isListOpen) {
      event.preventDefault()
      setActiveIndex(stepOption(activeIndex, step, options.length))
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
  return {
    text,
    /** The suggestions to show below the field. */
    suggested: suggested.slice(0, maxTags.below),
    options,
    isListOpen,
    activeIndex,
    setActiveIndex,
    closeList: () => setOpen(false),
    add,
    onKeyDown,
    type(typed: string): void {
      setText(typed)
      setOpen(typed.trim() !== '')
      setActiveIndex(-1)
    },
    onBlur(): void {
      setOpen(false)
      // A typed tag without Enter counts as well.
      if (typedName !== '') add([typedName])
    },
  }
}
