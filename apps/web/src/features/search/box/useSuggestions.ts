import { autofillTags } from '@nestmark/contract/tags'
import { categories } from '@nestmark/core/limits'
import { type SearchOperator } from '@nestmark/core/searchQuery/query'
import { searchTexts as texts } from '@nestmark/texts/search/search'
import { useQuery } from '@tanstack/react-query'
import { listAncestors, searchTree, type TreeIndex, type TreeEntry } from '../../collections/tree/tree.ts'
import { useSharedTree } from '../../collections/useSharedTree.ts'
import { toDisplayName, useTree } from '../../collections/data.ts'
import { queryOptions } from '../../../lib/api/operations.ts'
import { type CompletionTarget, findOperators, formatOperator } from './suggestions.ts'

/** An option of the list below the search field. */
export interface Suggestion {
  key: string
  kind: 'operator' | 'tag' | 'collection' | 'value'
  label: string
  /** The meaning of the operator, or the path of the collection. */
  hint: string
  /** The text that replaces the word at the cursor. An option has either this or `path`. */
  replace?: string
  /** The page that the option opens. */
  path?: string
}

/** The maximum number of suggestions of one kind, for a plain word and for an operator. */
const maxSuggestions = { any: 3, one: 8 }

/**
 * Returns suggestions for the word at the cursor: tags, collections, operators and their values. Sends no request while
 * `target` is null.
 */
export function useSuggestions(target: CompletionTarget | null): Suggestion[] {
  const { index } = useTree()
  const shared = useSharedTree({ writable: false })
  const text = target?.text ?? ''
  const isPlainWord = target?.kind === 'any'
  const wantsTags = target?.kind === 'tag' || (isPlainWord && text.length > 1)
  const tags = useTagSuggestions(text, wantsTags)
  if (!target) return []
  const count = isPlainWord ? maxSuggestions.any : maxSuggestions.one
  const suggestions: Suggestion[] = isPlainWord ? findOperators(text).map(toOperatorSuggestion) : []
  if (target.kind === 'type' || target.kind === 'is') suggestions.push(...listValues(target.kind, text))
  if (wantsTags)
    suggestions.push(
      ...tags.slice(0, count).map(name => ({
        key: `tag ${name}`,
        kind: 'tag' as const,
        label: `#${name}`,
        hint: texts.tagHint,
        replace: formatOperator('tag', name),
      })),
    )
  if (target.kind === 'in' || (isPlainWord && text.length > 1))
    suggestions.push(
      ...[index, shared]
        .flatMap(tree =>
          tree
            ? searchTree(tree, text, count).map(entry => toCollectionSuggestion(tree, entry, isPlainWord))
            : [],
        )
        .slice(0, count),
    )
  // A suggestion equal to the typed word changes nothing.
  return suggestions.filter(
    each => each.replace !== formatOperator(target.kind === 'any' ? 'tag' : target.kind, text),
  )
}

/** How long the typed text must stay the same before the server is asked, in milliseconds. */
const typingPause = 220

/** Returns the query of the tags that contain a text. It calls the server after a pause in typing. */
export const toTagQuery = (input: string) =>
  queryOptions(autofillTags, { input, shared: 1 }, { quiet: true, pauseMs: typingPause })

/** Returns tags that contain the text: the user's own, most used first, then those of shared links. */
function useTagSuggestions(input: string, enabled: boolean): string[] {
  const { data } = useQuery({ ...toTagQuery(input), enabled, placeholderData: last => last })
  return enabled ? (data ?? []).map(tag => tag.name) : []
}

const toOperatorSuggestion = (operator: SearchOperator): Suggestion => ({
  key: operator,
  kind: 'operator',
  label: `${operator}:`,
  hint: texts.operators[operator],
  replace: `${operator}:`,
})

/** Returns the option for a collection: its page for a plain word, else the value of `in:`. */
const toCollectionSuggestion = (tree: TreeIndex, entry: TreeEntry, opensPage: boolean): Suggestion => ({
  key: `in ${entry.id}`,
  kind: 'collection',
  label: toDisplayName(entry.name),
  hint: listAncestors(tree, entry.id)
    .map(ancestor => toDisplayName(ancestor.name))
    .join(' › '),
  ...(opensPage ? { path: `/c/${entry.id}` } : { replace: formatOperator('in', entry.name) }),
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
      replace: formatOperator(operator, value),
    }))
}
