import { expect, test } from 'vitest'
import { assertDefined } from '../assertDefined.ts'
import { type Anchor, createAnchor } from './anchor.ts'
import { findAnchor } from './findAnchor.ts'
import { runSteps } from './steps.ts'
import { type Article, westernArticles } from './testing/articles.testing.ts'
import { otherArticles } from './testing/otherArticles.testing.ts'
import { normaliseText } from './textMap.ts'
import { createSearchableText } from './wordIndex.ts'

const advertisement = 'Advertisement: 3 pairs of socks for the price of 2, this week only. Not sold in shops.'

/** Joins sentences as an article is written: Chinese and Japanese have no spaces between them. */
const join = ({ lang }: Article, ...sentences: string[]) => sentences.join(/zh|ja/.test(lang) ? '' : ' ')

const paragraph = (article: Article, sentence: string) => join(article, article.lead, sentence, article.trail)

const page = (article: Article, middle: string) => [...article.before, middle, ...article.after].join('\n\n')

/** An edited page, and what has to become of the highlight. `at` names where it has to be found. */
interface Change {
  title: string
  now: string
  state: 'found' | 'changed' | 'missing'
  /** What is marked, when it is not the sentence. */
  quote?: string
  /** The words before the place, where the quote is there several times. */
  after?: string
}

/** Returns the edits of one article. */
function listChanges(article: Article): Change[] {
  const { before, after, lead, marked, trail, phrase } = article
  const middle = paragraph(article, marked)
  const half = Math.ceil(marked.length / 2)
  const cut = /zh|ja/.test(article.lang) ? half : marked.indexOf(' ', half)
  const edited = (sentence: string) => page(article, paragraph(article, sentence))
  return [
    { title: 'nothing changed', now: page(article, middle), state: 'found' },
    {
      title: 'advertisement before the paragraph',
      now: page(article, `${advertisement}\n${middle}`),
      state: 'found',
    },
    {
      title: 'advertisement next to the sentence',
      now: page(article, join(article, lead, advertisement, marked, advertisement, trail)),
      state: 'found',
    },
    {
      title: 'advertisement in the sentence',
      now: edited(`${marked.slice(0, cut)} ${advertisement} ${marked.slice(cut)}`),
      state: 'changed',
    },
    { title: 'paragraph moved to the end', now: [...before, ...after, middle].join('\n'), state: 'found' },
    {
      title: 'paragraphs in reverse order',
      now: [...before, middle, ...after].toReversed().join('\n'),
      state: 'found',
    },
    {
      title: 'sentence at the start of another paragraph',
      now: [...before, join(article, lead, trail), ...after, join(article, marked, 'More.')].join('\n'),
      state: 'found',
    },
    { title: 'all other paragraphs deleted', now: middle, state: 'found' },
    {
      title: 'sentences around rewritten',
      now: page(article, join(article, article.rewritten, marked, article.rewritten)),
      state: 'found',
    },
    {
      title: 'sentence repeated as a teaser',
      now: `${marked}\n${page(article, middle)}`,
      state: 'found',
      after: lead,
    },
    {
      title: 'sentence repeated below',
      now: `${page(article, middle)}\n${marked} ${marked}`,
      state: 'found',
      after: lead,
    },
    {
      title: 'line breaks, hard spaces and decomposed letters',
      now: page(article, middle.replaceAll(' ', '\u00a0\n').normalize('NFD')),
      state: 'found',
    },
    { title: 'other punctuation', now: edited(article.punctuated), state: 'found' },
    {
      title: 'references',
      now: edited(`${marked.slice(0, cut)}[3]${marked.slice(cut)}[4][12]`),
      state: 'found',
    },
    { title: 'negation added or dropped', now: edited(article.negated), state: 'changed' },
    { title: 'number changed', now: edited(article.numberChanged), state: 'changed' },
    { title: 'word exchanged', now: edited(article.wordExchanged), state: 'changed' },
    { title: 'word dropped', now: edited(article.wordDropped), state: 'changed' },
    { title: 'sentence rewritten', now: edited(article.rewritten), state: 'changed' },
    { title: 'sentence deleted', now: page(article, join(article, lead, trail)), state: 'missing' },
    { title: 'paragraph deleted', now: [...before, ...after].join('\n'), state: 'missing' },
    { title: 'translation', now: `${article.translated} ${advertisement}`, state: 'missing' },
    {
      title: 'repeated phrase in its sentence',
      now: `${phrase}\n${page(article, middle)}`,
      state: 'found',
      quote: phrase,
      after: marked.slice(0, marked.indexOf(phrase)),
    },
    {
      title: 'repeated phrase whose sentence was deleted',
      now: page(article, join(article, lead, trail)),
      state: 'missing',
      quote: phrase,
    },
  ]
}

const changes = [...westernArticles, ...otherArticles].flatMap((article, number) =>
  listChanges(article).map(change => ({
    article,
    name: `${article.lang} ${number + 1}: ${change.title}`,
    ...change,
  })),
)

function markIn(article: Article, quote: string): Anchor {
  const text = normaliseText(page(article, paragraph(article, article.marked)))
  const sentence = text.indexOf(normaliseText(article.marked))
  const start = text.indexOf(normaliseText(quote), sentence)
  return assertDefined(createAnchor(text, start, start + normaliseText(quote).length))
}

/** Returns the letters, digits and signs of a text, which are all that must be the same. */
const bare = (text: string) => text.replace(/\[\d+\]/g, '').replace(/[^\p{L}\p{N}\p{M}%€$]/gu, '')

const results = changes.map(({ article, now, quote = article.marked, after, ...change }) => {
  const anchor = markIn(article, quote)
  const text = normaliseText(now)
  const result = runSteps(findAnchor(createSearchableText(text), anchor))
  const words = result.state === 'found' ? text.slice(result.start, result.end) : null
  const isOther = words !== null && bare(words) !== bare(normaliseText(quote))
  const lead = after === undefined ? '' : bare(normaliseText(after))
  const isElsewhere = result.state === 'found' && !bare(text.slice(0, result.start)).endsWith(lead)
  return { ...change, result: result.state, isPaintedWrongly: isOther || isElsewhere }
})

test.each(results)('$name: $state', ({ state, result, isPaintedWrongly }) => {
  expect(isPaintedWrongly).toBe(false)
  expect(result).toBe(state)
})

test('of at least 200 page changes none highlights other words, and the search finds 95 % of the words that are still there', () => {
  expect(results.length).toBeGreaterThanOrEqual(200)
  expect(results.filter(({ isPaintedWrongly }) => isPaintedWrongly)).toEqual([])
  expect(results.filter(({ state, result }) => state !== 'found' && result === 'found')).toEqual([])
  const still = results.filter(({ state }) => state === 'found')
  expect(still.filter(({ result }) => result === 'found').length / still.length).toBeGreaterThanOrEqual(0.95)
})
