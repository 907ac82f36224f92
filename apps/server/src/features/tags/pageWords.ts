import { foldText, splitRuns } from '@nestmark/core/words/searchTerms'
import { listFeatures, type PageFeature } from './pageFeatures.ts'

/** The text of a page, prepared for a comparison with tags and links. */
export interface Context {
  /** Runs of one to three words of the page, in the spellings that a tag may have. */
  phrases: string[]
  /** The page's keywords, cleaned, without duplicates. */
  keywords: string[]
  features: PageFeature[]
}

const wordsRead = 80
const phrasesTried = 600
/** The minimum length of Latin words; shorter ones are not distinctive. */
const minLength = 3

/** Returns the context of a page; null when it is empty. */
export function readContext(page: {
  name: string
  desc: string
  link: string
  host: string
  keywords: readonly string[]
}): Context | null {
  const keywords = [
    ...new Map(page.keywords.map(word => [foldText(word.trim()), word.trim()])).values(),
  ].filter(word => word !== '' && !/[\n,;#]/.test(word))
  if (!page.name.trim() && !page.host && keywords.length === 0) return null
  const texts = [page.name, ...keywords, page.host.replaceAll('.', ' '), page.desc]
  const phrases = new Set(texts.flatMap(text => listPhrases(splitWords(text))))
  return {
    phrases: [...phrases].slice(0, phrasesTried),
    keywords,
    features: listFeatures(page),
  }
}

/** Returns true when a word contains the text, ignoring case and accents. */
export function containsText(word: string, text: string): boolean {
  return foldText(word).includes(foldText(text))
}

const splitWords = (text: string) =>
  splitRuns(text)
    .slice(0, wordsRead)
    .map(run => run.text)

const long = (phrase: string) => phrase.length >= (phrase.charCodeAt(0) > 127 ? 2 : minLength)

function listPhrases(words: readonly string[]): string[] {
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    found.push(word)
    for (const size of [2, 3]) {
      const run = words.slice(at, at + size)
      // Many people write tags without spaces; hyphens or nothing replace them.
      if (run.length === size) found.push(run.join('-'), run.join(' '), run.join(''), run.join('_'))
    }
  }
  return found.filter(long)
}
