import { findPlayerAddress } from '@nestmark/core/embeds/player'
import { resolveWebAddress, type PageMetadata, type RawPage, type Metadata } from './metadata.ts'
import { decodePage } from './charset.ts'
import { parseRefresh } from '../requests/refresh.ts'
import { isChallenge } from './challenge.ts'
import { parseHtml, type ParsedHtml } from './parseHtml.ts'
import { readJsonLd } from './jsonLd.ts'
import { readOpenGraph } from './openGraph.ts'
import { readPdfTitle } from './pdfTitle.ts'
import { readVisibleText } from './visibleText.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import { htmlToText } from './htmlToText.ts'

/** Reads all metadata of a page. Runs in a worker thread, because the page may be malicious (S19). */
export function readMetadata(page: RawPage): PageMetadata {
  if (page.read === 'pdf') return { declared: [], visible: { title: readPdfTitle(page.bytes) } }
  if (page.read === 'oEmbed') {
    const json = Buffer.from(page.bytes).toString('utf8')
    return { declared: [readOEmbed(json, page.url)], visible: {}, player: findPlayer(page, json) }
  }
  const html = decodePage(page.bytes, page.charset, new URL(page.url).hostname)
  const found = parseHtml(html)
  const base = resolveWebAddress(found.base, page.url) ?? page.url
  if (page.read === 'move') {
    const move = resolveWebAddress(parseRefresh(found.refresh), base)
    return { declared: [], visible: {}, move, isChallenge: isChallenge(found.title, html) }
  }
  const oEmbed = found.links.find(
    link => /\balternate\b/.test(link.rel) && /^(application|text)\/json\+oembed/.test(link.type),
  )
  const visible = readVisibleText(found, base)
  return {
    declared: [
      readOpenGraph(found, base),
      readTwitterCard(found, base),
      readJsonLd(found.jsonLd, base, [page.url, visible.canonical ?? page.url]),
    ],
    visible,
    oEmbed: resolveWebAddress(oEmbed?.href, base),
    player: findPlayer(page, html),
  }
}

function findPlayer({ playerKey }: RawPage, text: string): string | undefined {
  return playerKey === undefined ? undefined : (findPlayerAddress(playerKey, text) ?? undefined)
}

/**
 * Returns the metadata in a Twitter card.
 * @param base resolves relative addresses
 */
function readTwitterCard({ meta }: ParsedHtml, base: string): Metadata {
  const pictures = ['twitter:image', 'twitter:image:src'].flatMap(key => meta.get(key) ?? [])
  return {
    title: cleanText(meta.get('twitter:title')?.[0], maxTitle),
    description: cleanText(meta.get('twitter:description')?.[0], maxDescription),
    images: pictures.map(text => resolveWebAddress(text, base)).filter(address => address !== undefined),
  }
}

/**
 * Returns the metadata in an oEmbed response (oembed.com). Its HTML is not used.
 * @param json the response
 * @param base resolves relative addresses
 * @returns nothing when it is not such a response
 */
export function readOEmbed(json: string, base: string): Metadata {
  let answer: unknown
  try {
    answer = JSON.parse(json)
  } catch {
    return {}
  }
  if (typeof answer !== 'object' || answer === null) return {}
  const response = answer as Record<string, unknown>
  const pictures = [response.thumbnail_url, response.type === 'photo' ? response.url : undefined]
  return {
    title: cleanText(htmlToText(response.title), maxTitle),
    description: cleanText(htmlToText(response.description), maxDescription),
    images: pictures.map(text => resolveWebAddress(text, base)).filter(address => address !== undefined),
    siteName: cleanText(htmlToText(response.provider_name), 100),
  }
}
