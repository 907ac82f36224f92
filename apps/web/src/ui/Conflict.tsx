import { conflictTexts as texts } from '@nestmark/texts/conflict'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import css from './Conflict.module.css'

export type Side = 'mine' | 'theirs'

/** One field in which the two versions differ, in words. */
export interface ConflictPart {
  name: string
  label: string
  mine: string
  theirs: string
  /** False where only the other has changed it: then it is theirs unless one says otherwise. */
  changed: boolean
}

/** Both versions of something that two have changed, field by field. Nothing is lost before one has chosen. */
export function Conflict({
  title,
  former = false,
  parts,
  busy,
  onSettle,
  onBack,
}: {
  title: string
  /** One of the versions is what was said before, and nobody's own. */
  former?: boolean
  parts: readonly ConflictPart[]
  busy: boolean
  onSettle: (chosen: Readonly<Record<string, Side>>) => void
  onBack: () => void
}) {
  const [picked, setPicked] = useState<Readonly<Record<string, Side>>>({})
  const chosen = Object.fromEntries(
    parts.map(({ name, changed }): [string, Side] => [name, picked[name] ?? (changed ? 'mine' : 'theirs')]),
  )
  const all = (side: Side) => setPicked(Object.fromEntries(parts.map(({ name }) => [name, side])))
  const head = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone; whoever uses the keyboard goes on here.
  useEffect(() => head.current?.focus(), [])
  return (
    <div className={css.conflict}>
      <div role="alert">
        <h3 className={css.title} ref={head} tabIndex={-1}>
          {title}
        </h3>
        <p className={css.line}>{parts.length === 0 ? texts.same : texts.line}</p>
      </div>
      {parts.length > 1 && (
        <div className={css.all}>
          <Button size="sm" onClick={() => all('mine')}>
            {former ? texts.allFormer : texts.allMine}
          </Button>
          <Button size="sm" onClick={() => all('theirs')}>
            {former ? texts.allPresent : texts.allTheirs}
          </Button>
        </div>
      )}
      {parts.map(part => (
        <fieldset key={part.name} className={css.part}>
          <legend className={css.label}>{part.label}</legend>
          <div className={css.sides}>
            {(['mine', 'theirs'] as const).map(side => (
              <Version
                key={side}
                name={part.name}
                label={former ? texts[side === 'mine' ? 'before' : 'present'] : texts[side]}
                text={part[side]}
                checked={chosen[part.name] === side}
                onChange={() => setPicked(now => ({ ...now, [part.name]: side }))}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className={css.buttons}>
        <Button variant="ghost" onClick={onBack}>
          {texts.back}
        </Button>
        <Button variant="primary" aria-disabled={busy} onClick={() => busy || onSettle(chosen)}>
          {texts.save}
        </Button>
      </div>
    </div>
  )
}

function Version({
  name,
  label,
  text,
  checked,
  onChange,
}: {
  name: string
  label: string
  text: string
  checked: boolean
  onChange: () => void
}) {
  const id = useId()
  return (
    <label className={css.side} htmlFor={id}>
      <span className={css.who}>
        <input id={id} type="radio" name={`conflict-${name}`} checked={checked} onChange={onChange} />
        {label}
      </span>
      <span className={text ? css.text : css.nothing} dir="auto">
        {text || texts.nothing}
      </span>
    </label>
  )
}
