import type { Link } from '@nestmark/contract/shapes'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { useId, useState } from 'react'
import { categoryOf } from '../../ui/categories.ts'
import { Button } from '../../ui/Button.tsx'
import { shownName, useTree } from '../collections/data.ts'
import css from './LinkFormConflict.module.css'
import { type LinkValues, valuesOf } from './linkFormValues.ts'

type Part = 'category' | 'link' | 'name' | 'desc' | 'tags' | 'items' | 'parent'
type Side = 'mine' | 'theirs'

const labels: Record<Part, string> = {
  category: 'Category',
  link: texts.link,
  name: texts.title,
  desc: texts.description,
  tags: texts.tags,
  items: texts.items,
  parent: texts.collection,
}

/** Both versions of a link that two have changed, field by field. Nothing is lost before one has chosen. */
export function LinkFormConflict({
  before,
  mine,
  theirs,
  busy,
  onSettle,
  onBack,
}: {
  /** What the form began with. */
  before: LinkValues
  mine: LinkValues
  theirs: Link
  busy: boolean
  onSettle: (values: LinkValues) => void
  onBack: () => void
}) {
  const { index } = useTree()
  const other = valuesOf(theirs)
  const parts = (Object.keys(labels) as Part[]).filter(
    part => wordsOf(mine, part, String) !== wordsOf(other, part, String),
  )
  // What only the other has changed is theirs unless one says otherwise.
  const [chosen, setChosen] = useState(
    () =>
      Object.fromEntries(
        parts.map(part => [
          part,
          wordsOf(mine, part, String) === wordsOf(before, part, String) ? 'theirs' : 'mine',
        ]),
      ) as Partial<Record<Part, Side>>,
  )
  const nameOf = (id: string) => shownName(index?.places.get(id)?.name ?? id)

  const settle = () => {
    const theirsChosen = parts.filter(part => chosen[part] === 'theirs')
    const taken = Object.fromEntries(theirsChosen.map(part => [part, other[part]]))
    onSettle({ ...mine, ...taken, ...(chosen.category === 'theirs' && { kind: other.kind }) })
  }
  return (
    <div className={css.conflict} role="alert">
      <h3 className={css.title}>{texts.conflict}</h3>
      <p className={css.line}>{texts.conflictLine}</p>
      {parts.map(part => (
        <fieldset key={part} className={css.part}>
          <legend className={css.label}>{labels[part]}</legend>
          <div className={css.sides}>
            {(['mine', 'theirs'] as const).map(side => (
              <Version
                key={side}
                name={part}
                label={side === 'mine' ? texts.mine : texts.theirs}
                text={wordsOf(side === 'mine' ? mine : other, part, nameOf)}
                checked={chosen[part] === side}
                onChange={() => setChosen(now => ({ ...now, [part]: side }))}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className={css.buttons}>
        <Button variant="ghost" onClick={onBack}>
          {texts.conflictBack}
        </Button>
        <Button variant="primary" aria-disabled={busy} onClick={settle}>
          {texts.conflictSave}
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

function wordsOf(values: LinkValues, part: Part, nameOf: (id: string) => string): string {
  switch (part) {
    case 'category':
      return categoryOf(values.category).label
    case 'tags':
      return values.tags.map(tag => `#${tag}`).join(' ')
    case 'items':
      return values.items.map(item => `${item.done ? '☑' : '☐'} ${item.text.trim()}`).join('\n')
    case 'parent':
      return values.parent === null ? '' : nameOf(values.parent)
    default:
      return values[part].trim()
  }
}
