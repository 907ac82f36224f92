import { findPlayerAddress } from '@nestmark/core/embeds/player'
import { resolveWebAddress, type PageMetadata, type RawPage } from './metadata.ts'
import { decodePage } from './charset.ts'
import { parseRefresh } from '../requests/refresh.ts'
import { isChallenge } from './challenge.ts'
import { parseHtml } from './parseHtml.ts'
import { readJsonLd } from './jsonLd.ts'
import { readOEmbed } from './oEmbed.ts'
import { readOpenGraph } from './openGraph.ts'
import { readPdfTitle } from './pdfTitle.ts'
import { readTwitterCard } from './twitterCard.ts'
import { readVisibleText } from './visibleText.ts'

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
