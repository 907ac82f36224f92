import { type ComponentProps, type Ref, useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TagChips } from './TagChips.tsx'
import chips from './TagChips.module.css'

/** Shows tags with a remove button each, and the input for another one after them. */
export function TagInput({
  tags,
  boxRef,
  onRemove,
  onPasteNames,
  ...input
}: {
  tags: readonly string[]
  boxRef?: Ref<HTMLDivElement>
  onRemove: (tag: string) => void
  /** Called with the names when a list of them is pasted. */
  onPasteNames: (names: string[]) => void
} & Omit<ComponentProps<'input'>, 'ref' | 'onPaste'>) {
  const field = useRef<HTMLInputElement>(null)
  const focus = () => field.current?.focus()
  return (
    <div ref={boxRef} className={classes(fieldCss.box, chips.box)} onClick={focus}>
      <TagChips
        tags={tags}
        onRemove={tag => {
          onRemove(tag)
          focus()
        }}
      />
      <input
        {...input}
        ref={field}
        className={classes(fieldCss.inside, chips.input)}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="enter"
        dir="auto"
        onPaste={event => {
          const pasted = event.clipboardData.getData('text/plain')
          if (!/[,\n\t]/.test(pasted)) return
          event.preventDefault()
          onPasteNames(pasted.split(/[,\n\t]+/).filter(name => name.trim() !== ''))
        }}
      />
    </div>
  )
}
