import { conflictTexts as texts } from '@nestmark/texts/conflict'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../fields/Button.tsx'
import css from './Conflict.module.css'

export type ConflictSide = 'mine' | 'theirs'

/** One field in which the two versions differ, as text. */
export interface ConflictField {
  name: string
  label: string
  mine: string
  theirs: string
  /** False where only the other version has changed it: then the default is the other version. */
  changed: boolean
}

/** Shows two conflicting versions field by field. The user chooses which value each field gets. */
export function Conflict({
  title,
  previous = false,
  parts,
  busy,
  onResolve,
  onBack,
}: {
  title: string
  /** One of the versions is an earlier one and not the user's own edit. */
  previous?: boolean
  parts: readonly ConflictField[]
  busy: boolean
  onResolve: (chosen: Readonly<Record<string, ConflictSide>>) => void
  onBack: () => void
}) {
  const [picked, setPicked] = useState<Readonly<Record<string, ConflictSide>>>({})
  const chosen = Object.fromEntries(
    parts.map(({ name, changed }): [string, ConflictSide] => [
      name,
      picked[name] ?? (changed ? 'mine' : 'theirs'),
    ]),
  )
  const all = (side: ConflictSide) => setPicked(Object.fromEntries(parts.map(({ name }) => [name, side])))
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that opened this no longer exists, so the focus moves here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={css.conflict}>
      <div role="alert">
        <h3 className={css.title} ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <p className={css.line}>{parts.length === 0 ? texts.same : texts.line}</p>
      </div>
      {parts.length > 1 && (
        <div className={`flex wrap g8 ${css.all}`}>
          <Button size="sm" onClick={() => all('mine')}>
            {previous ? texts.allPrevious : texts.allMine}
          </Button>
          <Button size="sm" onClick={() => all('theirs')}>
            {previous ? texts.allPresent : texts.allTheirs}
          </Button>
        </div>
      )}
      {parts.map(part => (
        <fieldset key={part.name} className={css.field}>
          <legend className={css.label}>{part.label}</legend>
          <div className={css.sides}>
            {(['mine', 'theirs'] as const).map(side => (
              <Version
                key={side}
                name={part.name}
                label={previous ? texts[side === 'mine' ? 'before' : 'present'] : texts[side]}
                text={part[side]}
                checked={chosen[part.name] === side}
                onChange={() => setPicked(now => ({ ...now, [part.name]: side }))}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className="flex g8 toend">
        <Button variant="ghost" onClick={onBack}>
          {texts.back}
        </Button>
        <Button variant="primary" aria-disabled={busy} onClick={() => busy || onResolve(chosen)}>
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
      <span className={`row g6 t3 ${css.sideLabel}`}>
        <input id={id} type="radio" name={`conflict-${name}`} checked={checked} onChange={onChange} />
        {label}
      </span>
      <span className={text ? css.text : css.empty} dir="auto">
        {text || texts.nothing}
      </span>
    </label>
  )
}
