import { foldText, indexTerms, splitRuns } from '@nestmark/core/searchTerms'

/** What a page tells of itself, made ready to be compared with tags and links. */
export interface Context {
  /** Runs of one to three words of the page, written as a tag of them may be written. */
  phrases: string[]
  /** The page's keywords, cleaned, once each. */
  keywords: string[]
  /** The terms of the host in the search index, in order; none for a note. */
  hostTerms: string[]
  /** The two most telling words of the title. */
  titleTerms: string[]
}

const wordsRead = 80
const phrasesTried = 600
/** Shorter Latin words name nothing. */
const shortest = 3

/** The context of a page; null when nothing is known of it. */
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
    hostTerms: page.host ? indexTerms(page.host).split(' ').filter(Boolean) : [],
    titleTerms: tellingWords(page.name),
  }
}

/** True for a word that holds the text, whatever its case and accents. */
export function names(word: string, text: string): boolean {
  return foldText(word).includes(foldText(text))
}

const splitWords = (text: string) =>
  splitRuns(text)
    .slice(0, wordsRead)
    .map(run => run.text)

const long = (phrase: string) => phrase.length >= (phrase.charCodeAt(0) > 127 ? 2 : shortest)

function listPhrases(words: readonly string[]): string[] {
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    found.push(word)
    for (const size of [2, 3]) {
      const run = words.slice(at, at + size)
      // Tags have no spaces for many people; hyphens and nothing stand for them.
      if (run.length === size) found.push(run.join('-'), run.join(' '), run.join(''), run.join('_'))
    }
  }
  return found.filter(long)
}

/** Long words are rare words: what two titles share of them says that they are about the same. */
function tellingWords(title: string): string[] {
  const words = splitRuns(title).filter(run => !run.unspaced && run.text.length > 4)
  const distinct = [...new Set(words.map(run => run.text))]
  return distinct.sort((a, b) => b.length - a.length).slice(0, 2)
}
