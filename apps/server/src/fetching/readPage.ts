import { findRedirectedPlayer, type FoundPlayer } from '@nestmark/core/embeds/player'
import { recognise } from '@nestmark/core/embeds/recognise'
import type { FetchCaller } from './turns/fetchCaller.ts'
import { FetchRefused } from './requests/fetchRefused.ts'
import type { FetchedPage, Fetcher } from './requests/fetchPage.ts'
import { isFeed, detectKind, type PageKind } from './pageKind.ts'
import { challengeTexts } from './pageMeta/challenge.ts'
import { toHostAndName, toHostName, toReadableName } from './pageMeta/addressName.ts'
import { resolveWebAddress, type Metadata, type PageMetadata, type RawPage } from './pageMeta/metadata.ts'
import { cleanText } from './pageMeta/cleanText.ts'
import { createConcurrencyLimits, type FetchLimits } from './turns/concurrencyLimits.ts'
import { createThreadPool } from './threads/threadPool.ts'

/**
 * The metadata of a page, ready to be stored and shown: limited texts, http(s) addresses, '' for unknown
 * values.
 */
export interface PageSummary {
  /** At most 500 characters; never empty. */
  title: string
  /** At most 2,000 characters. */
  description: string
  /** Address of a picture; it must be fetched with the fetcher. */
  image: string
  /** The canonical address of the page, otherwise the address of the response. */
  url: string
  /** The address that the page names as its own; absent where it names none, or that of the home page. */
  canonical?: string | undefined
  siteName?: string
  keywords?: string[]
  /** By BCP 47. */
  lang?: string
  kind: PageKind
  /** The player of a known site that this page names or to which its address redirects. */
  player?: FoundPlayer
}

/** Reads pages. */
export interface PageReader {
  /**
   * @throws FetchRefused unreadable, busy, aborted, or the reason why a page without a title is incomplete
   */
  readPage(page: FetchedPage, caller: FetchCaller, signal?: AbortSignal): Promise<PageSummary>
  /**
   * Returns the address to which a page moves by itself; undefined when it stays.
   * @throws FetchRefused challenge; otherwise as `readPage`
   */
  findMove(page: FetchedPage, caller: FetchCaller, signal?: AbortSignal): Promise<string | undefined>
  close(): Promise<void>
}

/** Times in milliseconds. */
export interface PageReaderOptions {
  fetcher: Fetcher
  /** Timeout for parsing one page. */
  parseMs?: number
  /** Time after which an idle worker thread ends. */
  idleMs?: number
  /** Timeout for one oEmbed response. */
  oEmbedMs?: number
}

/** One page per caller is read at a time, so that a malicious one does not delay other callers. */
const parseLimits: FetchLimits = {
  total: { running: 3, perCaller: 1, waiting: 96, waitingPerCaller: 16 },
  visitors: { running: 1, perCaller: 1, waiting: 16, waitingPerCaller: 4 },
  jobs: { running: 1, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  peoplePerAddress: 2,
  maxWaitMs: 5000,
}

const readerLimits = { keywords: 20, keyword: 50, oEmbedBytes: 64 * 1024 }

/** Creates the page reader; its threads start with the first page. */
export function createPageReader(options: PageReaderOptions): PageReader {
  const { fetcher, parseMs = 5000, idleMs = 10_000, oEmbedMs = 5000 } = options
  const entry = new URL('./readPage.worker.ts', import.meta.url)
  const slots = createConcurrencyLimits(parseLimits)
  const threadOptions = { entry, jobMs: parseMs, idleMs, queueLength: 1, maxWaitMs: 5000, memoryMb: 128 }
  const threads = createThreadPool<RawPage, PageMetadata>(parseLimits.total.running, slots, threadOptions)

  async function readPage(
    page: FetchedPage,
    caller: FetchCaller,
    signal?: AbortSignal,
  ): Promise<PageSummary> {
    const url = new URL(page.url)
    const kind = detectKind(page)
    const named = toReadableName(url, page.fileName) || toHostName(url)
    if (kind === 'image' || kind === 'video' || kind === 'audio')
      return { title: named, description: '', image: kind === 'image' ? url.href : '', url: url.href, kind }
    if (kind === 'other' && !isFeed(page.contentType))
      return { title: toHostAndName(url, page.fileName), description: '', image: '', url: url.href, kind }

    const { url: address, charset, body: bytes } = page
    const read = kind === 'pdf' ? 'pdf' : 'markup'
    const site = recognise(address)
    const playerKey = site?.lookup === 'page' ? site.key : undefined
    const found = await threads.run(caller, { url: address, bytes, charset, read, playerKey }, signal)
    const answered = await fetchOEmbed(found, playerKey, caller, signal)
    const claims = [...found.declared, answered.declared[0] ?? {}, found.visible]
    const player = found.player ?? answered.player
    const reading = {
      ...mergeMetadata(claims, url, kind),
      player: playerKey && player ? { key: playerKey, address: player } : followedPlayer(page),
    }
    if (reading.title) return reading
    // An incomplete page may have had its title in the missing part: that is a failure.
    if (page.truncation === 'time') throw new FetchRefused('total-timeout')
    if (page.truncation === 'broken') throw new FetchRefused('protocol')
    return { ...reading, title: kind === 'other' ? toHostAndName(url, page.fileName) : named }
  }

  /** Fetches oEmbed only for what the page itself lacks, with the same fetcher (S08). */
  async function fetchOEmbed(
    { declared, oEmbed, player }: PageMetadata,
    playerKey: string | undefined,
    caller: FetchCaller,
    signal?: AbortSignal,
  ): Promise<Pick<PageMetadata, 'declared' | 'player'>> {
    const isComplete =
      declared.some(claim => claim.title) &&
      declared.some(claim => claim.images?.length) &&
      (playerKey === undefined || player !== undefined)
    if (!oEmbed || isComplete) return { declared: [] }
    try {
      const request = {
        maxBytes: readerLimits.oEmbedBytes,
        accept: 'application/json',
        totalMs: oEmbedMs,
        caller,
        signal,
      }
      const answer = await fetcher.fetchPage(oEmbed, request)
      if (answer.status !== 200) return { declared: [] }
      const raw = { url: answer.url, bytes: answer.body, read: 'oEmbed', playerKey } as const
      return await threads.run(caller, raw, signal)
    } catch {
      // oEmbed is optional.
      return { declared: [] }
    }
  }

  function mergeMetadata(claims: Metadata[], url: URL, kind: PageKind): PageSummary {
    const first = <K extends keyof Metadata>(key: K) => claims.find(claim => claim[key])?.[key]
    const keywords = new Set(
      claims.flatMap(claim => claim.keywords ?? []).map(word => cleanText(word, readerLimits.keyword)),
    )
    keywords.delete('')
    const canonical = claims
      .toReversed()
      .map(claim => claim.canonical)
      .find(address => isCanonical(address, url))
    return {
      title: first('title') ?? '',
      description: first('description') ?? '',
      // A page may name a picture at an address that must not be fetched.
      image: claims.flatMap(claim => claim.images ?? []).find(image => fetcher.isFetchable(image)) ?? '',
      url: canonical ?? resolveWebAddress(url.href, url.href) ?? url.href,
      canonical,
      siteName: first('siteName'),
      keywords: keywords.size > 0 ? [...keywords].slice(0, readerLimits.keywords) : undefined,
      lang: claims.toReversed().find(claim => claim.lang)?.lang,
      kind,
    }
  }

  return {
    readPage,
    findMove: (page, caller, signal) => findMove(page, job => threads.run(caller, job, signal)),
    close: () => threads.close(),
  }
}

async function findMove(
  page: FetchedPage,
  parse: (job: RawPage) => Promise<PageMetadata>,
): Promise<string | undefined> {
  if (detectKind(page) !== 'html' || !mayMove(page.body)) return undefined
  const { url, charset, body: bytes } = page
  const found = await parse({ url, bytes, charset, read: 'move' })
  if (found.isChallenge) throw new FetchRefused('challenge')
  return found.move
}

/** Returns false for most pages that stay, which then need not be parsed twice. */
function mayMove(body: Buffer): boolean {
  const start = body.toString('latin1', 0, 64 * 1024)
  return /http-equiv\s*=\s*["']?\s*refresh/i.test(start) || challengeTexts.some(text => start.includes(text))
}

/** Returns false for the home page as the canonical address of another page, a common misconfiguration. */
function isCanonical(address: string | undefined, url: URL): boolean {
  if (!address) return false
  const named = new URL(address)
  const front = named.pathname === '/' && !named.search
  return !front || /^\/((index|default|home)(\.\w+)?)?$/i.test(url.pathname)
}

/** Returns the player to which a short address redirected. */
function followedPlayer({ redirects = [] }: FetchedPage): FoundPlayer | undefined {
  return findRedirectedPlayer(redirects) ?? undefined
}
