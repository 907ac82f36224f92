import { autofillTags } from '@nestmark/contract/tags'
import { categories } from '@nestmark/core/limits'
import { type SearchOperator } from '@nestmark/core/searchQuery/query'
import { searchTexts as texts } from '@nestmark/texts/search'
import { listAncestors, findPlaces, type TreeIndex, type TreePlace } from '../collections/tree.ts'
import { useSharedTree } from '../collections/sharedTree.ts'
import { shownName, useTree } from '../collections/data.ts'
import { useOperation } from '../../lib/api/operations.ts'
import { type Asked, operatorsLike, written } from './suggestions.ts'

/** An option of the list below the search field. */
export interface Suggestion {
  key: string
  kind: 'operator' | 'tag' | 'collection' | 'value'
  label: string
  /** What the operator means, or the path of the collection. */
  hint: string
  /** The text that replaces the word at the cursor. An option has either this or `path`. */
  replace?: string
  /** The page that the option opens. */
  go?: string
}

const most = { any: 3, one: 8 }

/**
 * Returns suggestions for the word at the cursor: tags, collections, operators and their values. Sends no request while
 * `target` is null.
 */
export function useSuggestions(asked: Asked | null): Suggestion[] {
  const { index } = useTree()
  const shared = useSharedTree({ writable: false })
  const text = asked?.text ?? ''
  const any = asked?.of === 'any'
  const wantsTags = asked?.of === 'tag' || (any && text.length > 1)
  const tags = useTagSuggestions(text, wantsTags)
  if (!asked) return []
  const count = any ? most.any : most.one
  const found: Suggestion[] = any ? operatorsLike(text).map(operatorLine) : []
  if (asked.of === 'type' || asked.of === 'is') found.push(...listValues(asked.of, text))
  if (wantsTags)
    found.push(
      ...tags.slice(0, count).map(name => ({
        key: `tag ${name}`,
        kind: 'tag' as const,
        label: `#${name}`,
        hint: texts.tagHint,
        replace: written('tag', name),
      })),
    )
  if (asked.of === 'in' || (any && text.length > 1))
    found.push(
      ...[index, shared]
        .flatMap(tree =>
          tree ? findPlaces(tree, text, count).map(place => placeLine(tree, place, any)) : [],
        )
        .slice(0, count),
    )
  // A suggestion equal to the typed word changes nothing.
  return found.filter(each => each.replace !== written(asked.of === 'any' ? 'tag' : asked.of, text))
}

/** Returns tags that contain the text: the user's own, most used first, then those of shared links. */
function useTagSuggestions(input: string, enabled: boolean): string[] {
  const { data } = useOperation(
    autofillTags,
    { input, shared: 1 },
    { enabled, keepPrevious: true, quiet: true },
  )
  return enabled ? (data ?? []).map(tag => tag.name) : []
}

const operatorLine = (operator: SearchOperator): Suggestion => ({
  key: operator,
  kind: 'operator',
  label: `${operator}:`,
  hint: texts.operators[operator],
  replace: `${operator}:`,
})

/** Returns the option for a collection: its page for a plain word, else the value of `in:`. */
const placeLine = (tree: TreeIndex, place: TreePlace, goes: boolean): Suggestion => ({
  key: `in ${place.id}`,
  kind: 'collection',
  label: shownName(place.name),
  hint: listAncestors(tree, place.id)
    .map(above => shownName(above.name))
    .join(' › '),
  ...(goes ? { go: `/c/${place.id}` } : { replace: written('in', place.name) }),
})

function listValues(operator: 'type' | 'is', text: string): Suggestion[] {
  const values = operator === 'is' ? ['favourite'] : categories.map(each => each.label.toLowerCase())
  return values
    .filter(value => value.startsWith(text.toLowerCase()))
    .map(value => ({
      key: value,
      kind: 'value',
      label: `${operator}:${value}`,
      hint: '',
      replace: written(operator, value),
    }))
}
