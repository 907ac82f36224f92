import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { deliverCapturedText } from '../../../lib/captureTyping.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { overlays } from '../../../lib/overlay.ts'
import { Button } from '../../../ui/Button.tsx'
import { categoryLooks } from '../../../ui/categories.ts'
import { classes } from '../../../ui/classes.ts'
import { fieldCss } from '../../../ui/Field.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import css from './LinkFormCategoryStep.module.css'
import { isPost, isSingleAddress, recogniseAddress } from './linkFormValues.ts'
import type { LinkFormState } from './useLinkForm.ts'

/** The first step: chooses the category with five tiles, by click, by number, or by an address in the field. */
export function LinkFormCategoryStep({
  form,
  lastCategory,
}: {
  form: LinkFormState
  /** The category saved last, which gets the focus. */
  lastCategory: number
}) {
  const box = useRef<HTMLDivElement>(null)
  // On the page with the form no dialog is open.
  const isOnTop = () => ['addLink', 'suggest'].includes(overlays.get().at(-1)?.name ?? 'addLink')
  useHotkeys(
    Object.fromEntries(
      categoryLooks.map(({ code }) => [
        String(code),
        (event: globalThis.KeyboardEvent) => {
          if (!isOnTop()) return
          // The digit must not appear in the field that gets the focus next.
          event.preventDefault()
          form.set({ category: code })
        },
      ]),
    ),
  )
  // The keys that were pressed while the code of the form was loading.
  const [text, setText] = useState('')
  const [startsInField, setStartsInField] = useState(false)
  const takeEarlyKeys = useEffectEvent((early: string) => {
    const digit = /^[1-5]/.exec(early)?.[0]
    const rest = digit === undefined ? early : early.slice(1)
    if (digit === undefined) {
      setText(rest)
      setStartsInField(true)
    } else {
      form.setAddress(rest)
      form.set({ category: Number(digit) })
    }
  })
  useEffect(() => deliverCapturedText(takeEarlyKeys), [])
  const focused = lastCategory >= 1 && lastCategory <= 5 ? lastCategory : 3
  useEffect(() => {
    if (!startsInField) box.current?.querySelectorAll('button')[focused - 1]?.focus()
  }, [focused, startsInField])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const tiles = [...(box.current?.querySelectorAll('button') ?? [])]
    const index = tiles.indexOf(document.activeElement as HTMLButtonElement)
    tiles[(index + step + tiles.length) % tiles.length]?.focus()
  }
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain').trim()
    if (text === '') return
    event.preventDefault()
    take(text)
  }
  const take = (text: string) => {
    if (!isSingleAddress(text)) return form.set({ category: 4, desc: text, touched: { desc: true } })
    form.setAddress(text)
    const recognised = recogniseAddress(text)
    form.set({ category: recognised?.category ?? 3, post: isPost(recognised) })
  }
  return (
    <div onPaste={handlePaste}>
      <p className={css.hint}>
        <span>{texts.chooseHint}</span>
        <span className={css.keys}>{texts.chooseKeys}</span>
      </p>
      <AddressField text={text} hasFocus={startsInField} onChange={setText} onSubmit={take} />
      <div ref={box} role="group" aria-label={texts.choose} className={css.tiles} onKeyDown={onKeyDown}>
        {categoryLooks.map(({ code, label, tag, icon: Glyph, className }) => (
          <button
            key={code}
            type="button"
            className={classes(css.tile, className)}
            data-autofocus={(code === focused && !startsInField) || undefined}
            aria-keyshortcuts={String(code)}
            onClick={() => form.set({ category: code })}
          >
            <span className={css.icon}>
              <Glyph className="i s24" />
            </span>
            <b className={css.label}>{label}</b>
            <span className={css.tag}>#{tag}</span>
            <span className={css.description}>{texts.kinds[code]}</span>
            <span className={css.shortcut} aria-hidden="true">
              <Kbd keys={[String(code)]} />
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}

function AddressField({
  text: typed,
  hasFocus,
  onChange,
  onSubmit,
}: {
  text: string
  /** The field gets the focus, because its text was begun before it was rendered. */
  hasFocus: boolean
  onChange: (text: string) => void
  onSubmit: (text: string) => void
}) {
  const text = typed.trim()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])
  return (
    <form
      className={css.paste}
      onSubmit={event => {
        event.preventDefault()
        if (text !== '') onSubmit(text)
      }}
    >
      <input
        ref={input}
        data-autofocus={hasFocus || undefined}
        className={fieldCss.input}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        dir="auto"
        aria-label={texts.pasteHint}
        placeholder={texts.pasteHint}
        value={typed}
        onChange={event => onChange(event.target.value)}
      />
      {text !== '' && (
        <Button type="submit" variant="primary">
          {texts.continue}
        </Button>
      )}
    </form>
  )
}
