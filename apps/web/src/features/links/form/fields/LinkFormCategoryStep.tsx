import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { deliverCapturedText, getCapturedText } from '../../../../lib/focus/captureTyping.ts'
import { useHotkeys } from '../../../../lib/focus/hotkeys.ts'
import { overlays } from '../../../../lib/overlays/overlay.ts'
import { Button } from '../../../../ui/fields/Button.tsx'
import { categoryLooks } from '../../../../ui/marks/categories.ts'
import { classes } from '../../../../ui/classes.ts'
import { fieldCss } from '../../../../ui/fields/Field.tsx'
import { Kbd } from '../../../../ui/menus/Kbd.tsx'
import css from './LinkFormCategoryStep.module.css'
import { isPost, isSingleAddress, recogniseAddress } from '../state/linkFormValues.ts'
import type { LinkFormState } from '../state/useLinkForm.ts'

/**
 * The first step: chooses the category with five tiles, by click, by number, or by an address in the field. The field has
 * the focus, and an address may begin with a digit: there a digit chooses only with Enter. Enter in the empty field
 * chooses the category saved last.
 */
export function LinkFormCategoryStep({
  form,
  lastCategory,
}: {
  form: LinkFormState
  /** The category saved last. */
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
  // On a touch screen, a field with the focus opens the keyboard over the tiles.
  const [startsInField] = useState(() => getCapturedText() !== '' || !matchMedia('(pointer: coarse)').matches)
  // Other text is in the form, so that a closed form stores it as a draft.
  const [digit, setDigit] = useState('')
  const text = digit || form.values.link
  const setText = (next: string) => {
    const isDigit = /^[1-5]$/.test(next)
    setDigit(isDigit ? next : '')
    form.set({ link: isDigit ? '' : next })
  }
  const lastUsed = lastCategory >= 1 && lastCategory <= 5 ? lastCategory : 3
  /** The category that Enter in the field chooses; undefined for an address. */
  const preselected = digit !== '' ? Number(digit) : text.trim() === '' ? lastUsed : undefined
  useEffect(() => {
    if (!startsInField) box.current?.querySelectorAll('button')[lastUsed - 1]?.focus()
  }, [lastUsed, startsInField])

  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain').trim()
    // The browser pastes into a text that is being typed.
    if (text === '' || (event.target instanceof HTMLInputElement && event.target.value !== '')) return
    event.preventDefault()
    take(text)
  }
  const take = (text: string) => {
    if (!isSingleAddress(text))
      return form.set({ category: 4, link: '', desc: text, touched: { desc: true } })
    form.setAddress(text)
    const recognised = recogniseAddress(text)
    form.set({ category: recognised?.category ?? 3, post: isPost(recognised) })
  }
  const choose = (code: number) => {
    const isNoteText = code === 4 && digit === '' && text.trim() !== '' && !isSingleAddress(text)
    if (isNoteText) take(text.trim())
    else form.set({ category: code })
  }
  // The keys that were pressed while the code of the form was loading.
  const takeEarlyKeys = useEffectEvent((next: string, isEntered: boolean) => {
    if (!isEntered) setText(next)
    else if (/^[1-5]?$/.test(next)) form.set({ category: Number(next) || lastUsed })
    else take(next.trim())
  })
  // Rendered before the next key: the field would replace the earlier text by it.
  useLayoutEffect(() => deliverCapturedText(takeEarlyKeys), [])
  return (
    <div onPaste={handlePaste}>
      <p className={css.hint}>
        <span>{texts.chooseHint}</span>
        <span className={css.keys}>{texts.chooseKeys}</span>
      </p>
      <AddressField
        text={text}
        hasFocus={startsInField}
        onChange={setText}
        onSubmit={() => (preselected === undefined ? take(text.trim()) : form.set({ category: preselected }))}
        onPaste={take}
        onDown={() => box.current?.querySelectorAll('button')[(preselected ?? lastUsed) - 1]?.focus()}
      />
      <CategoryTiles
        box={box}
        focused={startsInField ? undefined : lastUsed}
        preselected={startsInField ? preselected : undefined}
        onChoose={choose}
      />
    </div>
  )
}

function AddressField({
  text: typed,
  hasFocus,
  onChange,
  onSubmit,
  onPaste,
  onDown,
}: {
  text: string
  hasFocus: boolean
  onChange: (text: string) => void
  onSubmit: () => void
  /** Takes the text of the clipboard. */
  onPaste: (text: string) => void
  /** Moves the focus to the tiles below. */
  onDown: () => void
}) {
  const text = typed.trim()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])
  const [hasPasteButton] = useState(
    () => matchMedia('(pointer: coarse)').matches && 'readText' in (navigator.clipboard ?? {}),
  )
  const paste = async () => {
    const copied = (await navigator.clipboard.readText().catch(() => '')).trim()
    // Without permission or text, the user can paste or type into the field.
    if (copied === '') input.current?.focus()
    else onPaste(copied)
  }
  return (
    <form
      className={`flex g8 ${css.paste}`}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
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
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onDown()
        }}
      />
      {text !== '' ? (
        <Button type="submit" variant="primary">
          {texts.continue}
        </Button>
      ) : (
        hasPasteButton && (
          <Button variant="primary" onClick={() => void paste()}>
            {texts.paste}
          </Button>
        )
      )}
    </form>
  )
}

/** The five categories; arrow keys move between them. */
function CategoryTiles({
  box,
  focused,
  preselected,
  onChoose,
}: {
  box: RefObject<HTMLDivElement | null>
  /** The category that gets the focus. */
  focused: number | undefined
  /** The category that Enter in the field chooses. */
  preselected: number | undefined
  onChoose: (code: number) => void
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const tiles = [...(box.current?.querySelectorAll('button') ?? [])]
    const index = tiles.indexOf(document.activeElement as HTMLButtonElement)
    tiles[(index + step + tiles.length) % tiles.length]?.focus()
  }
  return (
    <div ref={box} role="group" aria-label={texts.choose} className={css.tiles} onKeyDown={onKeyDown}>
      {categoryLooks.map(({ code, label, tag, icon: Glyph, className }) => (
        <button
          key={code}
          type="button"
          className={classes('stack', css.tile, className, code === preselected && css.preselected)}
          data-autofocus={code === focused || undefined}
          aria-keyshortcuts={String(code)}
          onClick={() => onChoose(code)}
        >
          <span className={`centre ${css.icon}`}>
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
  )
}
