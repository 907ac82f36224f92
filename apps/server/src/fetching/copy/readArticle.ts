import { isProbablyReaderable, Readability } from '@mozilla/readability'
import { escapeText } from '@nestmark/core/copy/escape'
import { countWords } from '@nestmark/core/words/countWords'
import { parseHTML } from 'linkedom'
import { cleanText } from '../pageMeta/cleanText.ts'
import { type Metadata, parseLanguageTag } from '../pageMeta/metadata.ts'
import { readOpenGraph } from '../pageMeta/openGraph.ts'
import { parseHtml } from '../pageMeta/parseHtml.ts'
import { readVisibleText } from '../pageMeta/visibleText.ts'
import { type ArticleContent, type ContentNode, writeArticle } from './articleContent.ts'
import type { Article } from './copyTasks.ts'
import { prepareTree } from './prepareTree.ts'
import { type PlainText, readPlainText } from './plainText.ts'
import { writeTreeSource } from './treeSource.ts'

/** Larger pages would take too much time and memory as a tree; their text is read without one. */
const treeLimits = { length: 2_000_000, elements: 50_000, depth: 500, children: 5_000 }
/** Maximum length of the stored text, in UTF-16 code units. */
const maxTextLength = 1_000_000
const maxByline = 200
/** Languages that are written from right to left. */
const rightToLeft = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|syr|ug|ur|yi)\b/i

/**
 * Reads the article of a page, or all of its words when it has none or is too large.
 * @param html the decoded page
 * @param address of the response
 * @param usesTree false to read the words only, which takes time in proportion to the length
 */
export function readArticle(html: string, address: string, usesTree: boolean): Article {
  const plain = readPlainText(html, maxTextLength)
  const isSmall =
    html.length <= treeLimits.length &&
    plain.elements <= treeLimits.elements &&
    plain.depth <= treeLimits.depth
  const found = usesTree && isSmall ? findArticle(html, address) : null
  const parsed = parseHtml(html)
  const claims = [readOpenGraph(parsed, address), readVisibleText(parsed, address)]
  return found
    ? toArticle('article', found, plain, claims)
    : toArticle('text', toContent(plain), plain, claims)
}

interface FoundArticle extends ArticleContent {
  title?: string | null
  byline?: string | null
  siteName?: string | null
  lang?: string | null
  dir?: string | null
  publishedTime?: string | null
}

function findArticle(html: string, address: string): FoundArticle | null {
  try {
    const { document } = parseHTML(writeTreeSource(html))
    // The parser makes a text of each character reference. The heuristics take time by the square of the children.
    document.documentElement.normalize()
    const elements = Array.from(document.querySelectorAll('*'))
    if (elements.some(element => element.childNodes.length > treeLimits.children)) return null
    // Without this, the heuristics take any page for an article.
    if (!isProbablyReaderable(document as unknown as Document)) return null
    prepareTree(document as unknown as Document)
    const base = URL.parse(document.querySelector('base[href]')?.getAttribute('href') ?? '', address)
    const serializer = (node: Node) => writeArticle(node as unknown as ContentNode, base?.href ?? address)
    const reader = new Readability<ArticleContent>(document as unknown as Document, { serializer })
    const found = splitWordsOfAllScripts(reader).parse()
    return found?.content?.text ? { ...found, ...found.content } : null
  } catch {
    // A page may be too deep for the tree, or break the heuristics. Its words are stored.
    return null
  }
}

/** The library finds the heading that repeats the title by their words, and knows those of Latin letters only. */
function splitWordsOfAllScripts(reader: Readability<ArticleContent>): Readability<ArticleContent> {
  const { REGEXPS: patterns } = reader as unknown as { REGEXPS: Record<string, RegExp> }
  return Object.assign(reader, { REGEXPS: { ...patterns, tokenize: /[^\p{L}\p{M}\p{N}_]+/u } })
}

function toContent({ lines }: PlainText): FoundArticle {
  return {
    html: lines.map(line => `<p>${escapeText(line)}</p>`).join(''),
    text: lines.join('\n'),
  }
}

function toArticle(
  kind: Article['kind'],
  found: FoundArticle,
  plain: PlainText,
  claims: readonly Metadata[],
): Article {
  const claim = (key: 'title' | 'description') => claims.find(each => each[key])?.[key] ?? ''
  const lang = parseLanguageTag(found.lang) ?? parseLanguageTag(plain.lang) ?? ''
  const text = found.text.slice(0, maxTextLength).toWellFormed().replaceAll('\0', '')
  const publishedAt = Date.parse(found.publishedTime ?? '')
  return {
    kind,
    html: found.html,
    text,
    title: cleanText(found.title, 500) || cleanText(plain.title, 500) || claim('title'),
    description: claim('description'),
    byline: cleanText(found.byline, maxByline),
    siteName: cleanText(found.siteName, maxByline),
    lang,
    dir: toDirection(found.dir ?? plain.dir, lang, text),
    words: countWords(text, lang),
    publishedAt: Number.isNaN(publishedAt) ? null : publishedAt,
  }
}

/**
 * Returns the direction that the page declares, otherwise that of its language, otherwise that of its first
 * characters.
 */
function toDirection(declared: string | null | undefined, lang: string, text: string): Article['dir'] {
  if (declared === 'rtl' || declared === 'ltr') return declared
  if (lang !== '') return rightToLeft.test(lang) ? 'rtl' : 'ltr'
  const beginning = text.slice(0, 1000)
  const right = beginning.match(
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/gu,
  )?.length
  const all = beginning.match(/\p{L}/gu)?.length ?? 0
  return (right ?? 0) * 2 > all ? 'rtl' : 'ltr'
}
