import { removeFromTitle, removeSiteName } from './addresses/cleanTitle.ts'
import { parseHttpUrl } from './addresses/httpUrl.ts'
import { limits } from './limits.ts'
import { foldText } from './words/searchTerms.ts'
import { tagKey } from './words/tagKey.ts'
import { normaliseAddress, parseHost, withoutTracking } from './addresses/url.ts'

/** What a link must be like. All that are given must hold; none holds for every link. */
export interface RuleConditions {
  /** A host; those below it match too. As `parseRuleHost` returns it. */
  host?: string | undefined
  /** The path begins with it when it begins with `/`; else the path or the query contains it. */
  path?: string | undefined
  /** The title contains it. */
  title?: string | undefined
  /** The name of a tag that it has. */
  tag?: string | undefined
  /** The id of the feed that it comes from. */
  feed?: string | undefined
}

/** What becomes of a link. */
interface RuleActions {
  /** Names of tags that it gets. */
  tags?: readonly string[] | undefined
  /** The id of the collection that it moves to. */
  collection?: string | undefined
  favourite?: 0 | 1 | undefined
  /** 1: the name of the site is removed from its title. */
  site_name?: 0 | 1 | undefined
  /** Removed from its title. */
  remove_text?: string | undefined
  /** 1: tracking parameters are removed from its address. */
  tracking?: 0 | 1 | undefined
}

export interface Rule {
  conditions: RuleConditions
  actions: RuleActions
}

/** A link as rules see it. */
export interface RuledLink {
  address: string
  /** null while it is not known: the page of the link is not read yet. */
  title: string | null
  /** Names. */
  tags: readonly string[]
  /** The id of its collection. */
  collection: string
  favourite: boolean
  /** The id of the feed that it comes from. */
  feed?: string | null | undefined
}

/** What rules change of a link; only what differs from what it has. */
export interface RuleChange {
  address?: string
  title?: string
  /** Names of new tags, in their order. */
  tags?: string[]
  collection?: string
  favourite?: true
}

/**
 * Returns the host that a rule compares, from what a person typed: a host, or an address of the site.
 * @returns the host without `www.`, in ASCII; null when the text names none
 */
export function parseRuleHost(text: string): string | null {
  const address = normaliseAddress(text.trim().replace(/^\*?\./, ''))
  return (address && parseHost(address)) || null
}

/** Returns whether a rule has anything to do. */
export function hasActions({ actions }: Pick<Rule, 'actions'>): boolean {
  return Object.values(actions).some(value => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
}

/**
 * Returns a function that applies rules to a link, in their order: each sees what those before it have changed. It takes
 * time in proportion to the texts of the link, whatever a person wrote into a rule.
 * @param only `titled`: only what could not be decided before the title was known: conditions for it, and its cleaning
 */
export function compileRules(
  rules: readonly Rule[],
  only?: 'titled',
): (link: RuledLink) => RuleChange | null {
  // The rules compare the same texts of a link one after the other.
  const texts: Texts = { fold: rememberLast(foldText), paths: rememberLast(listPaths) }
  const compiled = rules.map(rule => compile(rule, texts, only === 'titled'))
  return link => {
    const state: State = {
      ...link,
      feed: link.feed ?? null,
      tags: new Map(link.tags.map(name => [tagKey(name), name])),
    }
    for (const apply of compiled) apply(state)
    return toChange(link, state)
  }
}

interface State extends Omit<RuledLink, 'tags' | 'feed'> {
  tags: Map<string, string>
  feed: string | null
}

interface Texts {
  fold: (title: string) => string
  paths: (address: string) => readonly string[]
}

function rememberLast<Result>(compute: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | undefined
  return text => {
    if (last?.text !== text) last = { text, result: compute(text) }
    return last.result
  }
}

function compile(
  { conditions, actions }: Rule,
  { fold, paths }: Texts,
  isTitled: boolean,
): (link: State) => void {
  const { host, path, feed } = conditions
  const title = conditions.title === undefined ? undefined : foldText(conditions.title)
  const tag = conditions.tag === undefined ? undefined : tagKey(conditions.tag)
  const text = path?.toLowerCase()
  const tags = (actions.tags ?? []).map(name => [tagKey(name), name] as const)
  const isOnlyClean = isTitled && title === undefined
  const holds = (link: State) =>
    (host === undefined || isOnHost(link.address, host)) &&
    (text === undefined || paths(link.address).some(path => hasText(path, text))) &&
    (title === undefined || (link.title !== null && fold(link.title).includes(title))) &&
    (tag === undefined || link.tags.has(tag)) &&
    (feed === undefined || link.feed === feed)
  return link => {
    if (!holds(link)) return
    if (link.title !== null && link.title !== '') {
      if (actions.site_name) link.title = removeSiteName(link.title, link.address)
      if (actions.remove_text) link.title = removeFromTitle(link.title, actions.remove_text)
    }
    if (isOnlyClean) return
    if (actions.tracking) link.address = withoutTracking(link.address)
    if (actions.collection !== undefined) link.collection = actions.collection
    if (actions.favourite) link.favourite = true
    for (const [key, name] of tags)
      if (!link.tags.has(key) && link.tags.size < limits.tagsPerLink) link.tags.set(key, name)
  }
}

function isOnHost(address: string, host: string): boolean {
  const own = parseHost(address)
  return own === host || own.endsWith(`.${host}`)
}

const hasText = (path: string, text: string) =>
  text.startsWith('/') ? path.startsWith(text) : path.includes(text)

/** Returns path and query of an address in lower case, as it is written and as people read it. */
function listPaths(address: string): string[] {
  const url = parseHttpUrl(address)
  if (url === null) return []
  const written = url.pathname + url.search
  return [...new Set([written, decode(written)])].map(text => text.toLowerCase())
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function toChange(link: RuledLink, state: State): RuleChange | null {
  const known = new Set(link.tags.map(tagKey))
  const tags = [...state.tags].filter(([key]) => !known.has(key)).map(([, name]) => name)
  const change: RuleChange = {
    ...(state.address !== link.address && { address: state.address }),
    ...(state.title !== null && state.title !== link.title && { title: state.title }),
    ...(tags.length > 0 && { tags }),
    ...(state.collection !== link.collection && { collection: state.collection }),
    ...(state.favourite && !link.favourite && { favourite: true as const }),
  }
  return Object.keys(change).length === 0 ? null : change
}
