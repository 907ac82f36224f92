import type { Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { conflictTexts as texts } from '@nestmark/texts/conflict'
import { linkFormTexts } from '@nestmark/texts/links/linkForm'
import { toCategoryLook } from '../../../../ui/marks/categories.ts'
import { Conflict, type ConflictSide } from '../../../../ui/dialogs/Conflict.tsx'
import { toDisplayName, useTree } from '../../../collections/data.ts'
import { useSharedTree } from '../../../collections/useSharedTree.ts'
import { type LinkValues, toFormValues } from '../state/linkFormValues.ts'

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
  previous = false,
  busy,
  onResolve,
  onBack,
}: {
  /** The values when the form was opened. */
  before: LinkValues
  mine: LinkValues
  theirs: Link
  /** `mine` is a previous version of the link, not an edit of the user. */
  previous?: boolean
  busy: boolean
  onResolve: (values: LinkValues) => void
  onBack: () => void
}) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const theirValues = toFormValues(theirs)
  const getCollectionName = (id: string) =>
    id === index?.root
      ? collectionsTexts.dashboard
      : toDisplayName((index?.entries.get(id) ?? shared?.entries.get(id))?.name ?? id)
  const formatPart = (values: LinkValues, part: Part) => formatValue(values, part, getCollectionName)
  const differing = (Object.keys(labels) as Part[]).filter(
    part => formatValue(mine, part, String) !== formatValue(theirValues, part, String),
  )
  const parts = differing.map(name => ({
    name,
    label: labels[name],
    mine: formatPart(mine, name),
    theirs: formatPart(theirValues, name),
    changed: formatValue(mine, name, String) !== formatValue(before, name, String),
  }))
  const resolve = (chosen: Readonly<Record<string, ConflictSide>>) => {
    const theirParts = differing
      .filter(name => chosen[name] === 'theirs')
      .map(name => [name, theirValues[name]])
    onResolve({
      ...mine,
      ...Object.fromEntries(theirParts),
      ...(chosen.category === 'theirs' && { kind: theirValues.kind }),
    })
  }
  return (
    <Conflict
      title={previous ? texts.linkSince : texts.link}
      previous={previous}
      parts={parts}
      busy={busy}
      onResolve={resolve}
      onBack={onBack}
    />
  )
}

function formatValue(values: LinkValues, part: Part, getCollectionName: (id: string) => string): string {
  switch (part) {
    case 'category':
      return toCategoryLook(values.category).label
    case 'tags':
      return values.tags.map(tag => `#${tag}`).join(' ')
    case 'items':
      return values.items.map(item => `${item.done ? '☑' : '☐'} ${item.text.trim()}`).join('\n')
    case 'parent':
      return values.parent === null ? '' : getCollectionName(values.parent)
    default:
      return values[part].trim()
  }
}
