import { type ComponentProps, type Ref, useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { fieldCss } from '../../ui/fields/Field.tsx'
import css from './TagInput.module.css'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { IconX } from '../../ui/icons.ts'

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
    <div ref={boxRef} className={classes(fieldCss.box, css.box)} onClick={focus}>
      {tags.map(tag => (
        <span key={tag} className={`inline t2 ${css.tag}`}>
          <span className="el" dir="auto">
            #{tag}
          </span>
          <button
            type="button"
            className={`flex t3 ${css.remove}`}
            aria-label={texts.remove(tag)}
            onClick={() => {
              onRemove(tag)
              focus()
            }}
          >
            <IconX className="i s12" />
          </button>
        </span>
      ))}
      <input
        {...input}
        ref={field}
        className={classes(fieldCss.inside, css.input)}
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
