import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { type KeyboardEvent, useRef } from 'react'
import { categoryLooks } from '../../../../ui/marks/categories.ts'
import { classes } from '../../../../ui/classes.ts'
import css from './LinkFormCategory.module.css'
import type { LinkFormState } from '../state/useLinkForm.ts'

/** Chooses the category. It stays visible above the form and can be changed at any time. */
export function LinkFormCategory({ form }: { form: LinkFormState }) {
  const value = form.values.category
  const onChange = (category: number) => form.set({ category, post: false })
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const index = (value - 1 + step + categoryLooks.length) % categoryLooks.length
    onChange(index + 1)
    group.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={texts.category}
      className={css.group}
      onKeyDown={onKeyDown}
    >
      {categoryLooks.map(({ code, label, icon: Glyph, className }) => (
        <button
          key={code}
          type="button"
          role="radio"
          aria-checked={code === value}
          tabIndex={code === value ? 0 : -1}
          className={classes('row g6 t2', css.option, className)}
          onClick={() => onChange(code)}
        >
          <span className={css.icon}>
            <Glyph className="i" />
          </span>
          {label}
        </button>
      ))}
    </div>
  )
}
