import { foldText } from '../words/searchTerms.ts'
import { parseHost } from './url.ts'

/** What separates the name of a site from the title of a page. */
const separators = /\s[-–—|/·•»«~]\s|[|»]|:\s/gu
const edge = /[\s\-–—|/·•»«~:,]/u
/** Words that sites put after their name. */
const siteWords = new Set(
  'news blog online docs wiki magazine help support store forum community encyclopedia'.split(' '),
)
/** Labels of a host that name no site: `co` of `example.co.uk`. */
const commonLabels = new Set(['co', 'com', 'org', 'net', 'ac', 'gov', 'edu', 'or', 'ne'])

/**
 * Removes the name of the site from a title: its last part, or its first one, where that is the name in the host of the
 * address ('Bread – Example Blog' on example.com).
 * @returns the title as it was where no part is the name
 */
export function removeSiteName(title: string, address: string): string {
  const names = listSiteNames(parseHost(address))
  const marks = names.length === 0 ? [] : [...title.matchAll(separators)]
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last) return title
  if (isSiteName(title.slice(last.index + last[0].length), names))
    return orTitle(trimEdge(title.slice(0, last.index), 'end'), title)
  if (isSiteName(title.slice(0, first.index), names))
    return orTitle(trimEdge(title.slice(first.index + first[0].length), 'start'), title)
  return title
}

/**
 * Removes each occurrence of a text from a title, written exactly so, and what separated it at the ends of the title.
 * @returns the title as it was where nothing else would be left
 */
export function removeFromTitle(title: string, text: string): string {
  if (text === '' || !title.includes(text)) return title
  const rest = title.replaceAll(text, ' ').replace(/ {2,}/g, ' ')
  const atStart = title.trimStart().startsWith(text)
  const atEnd = title.trimEnd().endsWith(text)
  const start = atStart ? trimEdge(rest, 'start') : rest.trimStart()
  return orTitle(atEnd ? trimEdge(start, 'end') : start.trimEnd(), title)
}

/** Returns what is left of a title, or the title where that has no letter or digit. */
const orTitle = (rest: string, title: string) => (/[\p{L}\p{N}]/u.test(rest) ? rest : title)

/** Removes spaces and separators. A loop: a pattern for the end takes quadratic time on long runs. */
function trimEdge(text: string, at: 'start' | 'end'): string {
  let [start, end] = [0, text.length]
  if (at === 'start') while (start < end && edge.test(text.charAt(start))) start++
  else while (end > start && edge.test(text.charAt(end - 1))) end--
  return text.slice(start, end).trim()
}

/** Returns the names that a host has for its site, without signs. */
function listSiteNames(host: string): string[] {
  const labels = host.split('.')
  if (labels.length < 2 || host.includes(':')) return []
  const named = labels.slice(0, -1).filter(label => !commonLabels.has(label))
  const main = named.at(-1)
  return [host, ...named.filter(label => label === main || label.length > 2)].map(squash)
}

/** Returns whether a part of a title is the name of the site, perhaps with 'The' before it or a word like 'News' after it. */
function isSiteName(part: string, names: readonly string[]): boolean {
  const words = part.trim().split(/\s+/)
  const last = foldText(words.at(-1) ?? '')
  const forms = [squash(words.join(''))]
  if (words.length > 1 && siteWords.has(last)) forms.push(squash(words.slice(0, -1).join('')))
  return forms.some(form => form !== '' && names.some(name => form === name || form === `the${name}`))
}

const squash = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
