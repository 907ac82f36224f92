import { toSearchableAddress, toIndexTerms, splitRuns } from '@nestmark/core/words/searchTerms'
import type { TextField } from '@nestmark/core/searchQuery/textPlan'

/** Something that a page has in common with other links: its host, a section of the host, or a word. */
export interface PageFeature {
  fields: readonly TextField[]
  /** Terms of the search index that must be adjacent. */
  terms: string[]
  /** The weights of features: a host is more significant than a word of the title. */
  weight: number
}

/** Each feature is one search of the index. */
const wordsUsed = 12
const pathWordsUsed = 4
const minLength = 3

/** Returns the features of a page by which links like it are found: the host, its first path segment, and words. */
export function listFeatures(page: { name: string; link: string; host: string }): PageFeature[] {
  const hostTerms = toTerms(page.host)
  const words = new Set(titleWords(page.name).slice(0, wordsUsed))
  const features: PageFeature[] = []
  if (hostTerms.length > 1) {
    const [, section = '', ...rest] = toSearchableAddress(page.link).split(/[?#]/, 1)[0]?.split('/') ?? []
    const sectionTerms = rest.length > 0 ? toTerms(section) : []
    features.push({ fields: ['address'], terms: hostTerms, weight: 2 })
    if (sectionTerms.length > 0)
      features.push({ fields: ['address'], terms: [...hostTerms, ...sectionTerms], weight: 2 })
    const pathWords = toTerms([section, ...rest].join(' ')).filter(isDistinctive)
    for (const word of new Set(pathWords.slice(0, pathWordsUsed)))
      if (!words.has(word)) features.push({ fields: ['title', 'address'], terms: [word], weight: 1 })
  }
  for (const word of words) features.push({ fields: ['title'], terms: [word], weight: 1 })
  return features
}

const toTerms = (text: string) => toIndexTerms(text).split(' ').filter(Boolean)

const isDistinctive = (word: string) =>
  word.length >= (word.charCodeAt(0) > 127 ? 2 : minLength) && !/^\d+$/.test(word)

/** Returns the words of a title; of scripts without spaces, the pairs that the index has. */
function titleWords(title: string): string[] {
  const words = splitRuns(title).flatMap(({ text, unspaced }) => (unspaced ? toTerms(text) : [text]))
  return [...new Set(words.filter(isDistinctive))]
}
