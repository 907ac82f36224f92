import { compareKey } from '../words/compareKey.ts'
import type { NamedFilter, SearchQuery } from '../searchQuery/query.ts'
import type { TextField } from '../searchQuery/textPlan.ts'
import { foldText, hasSignWord } from '../words/searchTerms.ts'
import { tagKey } from '../words/tagKey.ts'
import type { IndexedLink } from './indexedLink.ts'

/** A search of an index. The names in it were looked up before, among all items that the person may see. */
export interface NamesOfSearch {
  /** The ids of the collections of each `in:`, with their descendants. */
  collections: { ids: string[]; negative: boolean }[]
  /** Names of the person's tags that contain the value of a `tag:`. */
  tags: string[]
}

/**
 * Returns the collections that a typed name matches: those with exactly that name, else those with that prefix, else
 * those that contain it.
 */
export function findNamed<Named extends { name: string }>(all: Iterable<Named>, name: string): Named[] {
  const key = foldText(name)
  const found: [Named[], Named[], Named[]] = [[], [], []]
  for (const each of all) {
    const at = foldText(each.name).indexOf(key)
    if (at < 0) continue
    found[at > 0 ? 2 : foldText(each.name) === key ? 0 : 1].push(each)
  }
  return found.find(group => group.length > 0) ?? []
}

type Condition = (link: IndexedLink) => boolean

/** Returns the condition of all filters of a search, as the server has them in SQL (`searchQuery/filters.ts`). */
export function toCondition(
  query: SearchQuery,
  fields: readonly TextField[],
  names: NamesOfSearch,
  links: () => Iterable<IndexedLink>,
): Condition {
  const conditions: Condition[] = [
    ...query.signs.map(
      ({ value, negative }) =>
        (link: IndexedLink) =>
          fields.some(field => [link[field]].flat().some(text => hasSignWord(text, value))) !== negative,
    ),
    ...query.tags.map(each => isTagged(each, [...names.tags, ...listTags(links())])),
    ...names.collections.map(({ ids, negative }) => {
      const wanted = new Set(ids)
      return (link: IndexedLink) => wanted.has(link.parent) !== negative
    }),
    ...query.sites.map(isOnSite),
    // The links of an import on the server are not encrypted.
    ...query.imports.map(
      ({ negative }) =>
        () =>
          negative,
    ),
    ...ofCategories(query.categories),
  ]
  const { favourite, before, after } = query
  if (favourite !== null) conditions.push(link => link.favourite === favourite)
  if (before !== null) conditions.push(link => link.createdAt < before)
  if (after !== null) conditions.push(link => link.createdAt >= after)
  return conditions.length === 0 ? () => true : link => conditions.every(matches => matches(link))
}

function* listTags(links: Iterable<IndexedLink>): Generator<string> {
  for (const link of links) yield* link.tags
}

/** Returns the condition for the tag of this name; where there is none, for tags that begin with it. */
function isTagged({ value, negative }: NamedFilter, known: Iterable<string>): Condition {
  const key = tagKey(value)
  let isExact = false
  for (const name of known) if (tagKey(name) === key) isExact = true
  const isMeant = (name: string) => (isExact ? tagKey(name) === key : tagKey(name).startsWith(key))
  return link => link.tags.some(isMeant) !== negative
}

/** Returns the condition for the host itself and its sub-domains, with or without a port. */
function isOnSite({ value, negative }: NamedFilter): Condition {
  return link => {
    const [written = ''] = compareKey(link.address).split(/[/?#]/, 1)
    const isOn = value.includes(':')
      ? `.${written}:`.includes(`.${value}:`)
      : `.${written.split(':', 1)[0]}`.endsWith(`.${value}`)
    return isOn !== negative
  }
}

/** Matches any of the requested categories, and none of the excluded ones. */
function ofCategories(wanted: SearchQuery['categories']): Condition[] {
  const yes = wanted.filter(each => !each.negative).map(each => each.code)
  const no = wanted.filter(each => each.negative).map(each => each.code)
  return [
    ...(yes.length > 0 ? [(link: IndexedLink) => yes.includes(link.category)] : []),
    ...(no.length > 0 ? [(link: IndexedLink) => !no.includes(link.category)] : []),
  ]
}
