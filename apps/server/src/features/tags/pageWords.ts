import { foldText, toIndexTerms, splitRuns } from '@nestmark/core/searchTerms'

/** The text of a page, prepared for a comparison with tags and links. */
export interface Context {
  /** Runs of one to three words of the page, in the spellings that a tag may have. */
  phrases: string[]
  /** The page's keywords, cleaned, without duplicates. */
  keywords: string[]
  /** The terms of the host in the search index, in order; none for a note. */
  hostTerms: string[]
  /** The two most distinctive words of the title. */
  titleTerms: string[]
}

const wordsRead = 80
const phrasesTried = 600
/** The minimum length of Latin words; shorter ones are not distinctive. */
const minLength = 3

/** Returns the context of a page; null when it is empty. */
export function readContext(page: {
  name: string
  desc: string
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
    hostTerms: page.host ? toIndexTerms(page.host).split(' ').filter(Boolean) : [],
    titleTerms: distinctiveWords(page.name),
  }
}

/** Returns true when a word contains the text, ignoring case and accents. */
export function names(word: string, text: string): boolean {
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

/** Returns the longest words of a title. Long words are rare: two titles that share them have the same subject. */
function distinctiveWords(title: string): string[] {
  const words = splitRuns(title).filter(run => !run.unspaced && run.text.length > 4)
  const distinct = [...new Set(words.map(run => run.text))]
  return distinct.sort((a, b) => b.length - a.length).slice(0, 2)
}
