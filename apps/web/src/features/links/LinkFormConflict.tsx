import type { Link } from '@nestmark/contract/shapes'
import { conflictTexts as texts } from '@nestmark/texts/conflict'
import { linkFormTexts } from '@nestmark/texts/linkForm'
import { toCategoryLook } from '../../ui/categories.ts'
import { Conflict, type ConflictSide } from '../../ui/Conflict.tsx'
import { toDisplayName, useTree } from '../collections/data.ts'
import { useSharedTree } from '../collections/sharedTree.ts'
import { type LinkValues, toFormValues } from './linkFormValues.ts'

type Part = 'category' | 'link' | 'name' | 'desc' | 'tags' | 'items' | 'parent'

const labels: Record<Part, string> = {
  category: 'Category',
  link: linkFormTexts.link,
  name: linkFormTexts.title,
  desc: linkFormTexts.description,
  tags: linkFormTexts.tags,
  items: linkFormTexts.items,
  parent: linkFormTexts.collection,
}

/** Shows both versions of a link that two users changed concurrently. */
export function LinkFormConflict({
  before,
  mine,
  theirs,
  former = false,
  busy,
  onSettle,
  onBack,
}: {
  /** The values when the form was opened. */
  before: LinkValues
  mine: LinkValues
  theirs: Link
  /** `mine` is a former version of the link, not an edit of the user. */
  former?: boolean
  busy: boolean
  onSettle: (values: LinkValues) => void
  onBack: () => void
}) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const other = toFormValues(theirs)
  const nameOf = (id: string) =>
    toDisplayName((index?.entries.get(id) ?? shared?.entries.get(id))?.name ?? id)
  const words = (values: LinkValues, part: Part) => formatValue(values, part, nameOf)
  const names = (Object.keys(labels) as Part[]).filter(
    part => formatValue(mine, part, String) !== formatValue(other, part, String),
  )
  const parts = names.map(name => ({
    name,
    label: labels[name],
    mine: words(mine, name),
    theirs: words(other, name),
    changed: formatValue(mine, name, String) !== formatValue(before, name, String),
  }))
  const settle = (chosen: Readonly<Record<string, ConflictSide>>) => {
    const taken = names.filter(name => chosen[name] === 'theirs').map(name => [name, other[name]])
    onSettle({
      ...mine,
      ...Object.fromEntries(taken),
      ...(chosen.category === 'theirs' && { kind: other.kind }),
    })
  }
  return (
    <Conflict
      title={former ? texts.linkSince : texts.link}
      former={former}
      parts={parts}
      busy={busy}
      onResolve={settle}
      onBack={onBack}
    />
  )
}

function formatValue(values: LinkValues, part: Part, nameOf: (id: string) => string): string {
  switch (part) {
    case 'category':
      return toCategoryLook(values.category).label
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
