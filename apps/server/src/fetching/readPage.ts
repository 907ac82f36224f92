import type { FetchCaller } from './fetchCaller.ts'
import { FetchRefused } from './fetchRefused.ts'
import type { FetchedPage, Fetcher } from './fetchPage.ts'
import { isFeed, detectKind, type PageKind } from './kind.ts'
import { hostAndName, hostName, readableName } from './pageMeta/addressName.ts'
import { webAddress, type Claims, type PageClaims, type RawPage } from './pageMeta/claims.ts'
import { cleanText } from './pageMeta/cleanText.ts'
import { createConcurrencyLimits, type Shares } from './concurrencyLimits.ts'
import { createThreadPool } from './threadPool.ts'

/** What a page is, ready to be stored and shown: bounded texts, http(s) addresses, '' where nothing is known. */
export interface PageReading {
  /** At most 500 characters; never empty. */
  title: string
  /** At most 2,000 characters. */
  description: string
  /** Address of a picture; it still has to be fetched through the door. */
  image: string
  /** The canonical address when the page names one, else the address that answered. */
  url: string
  siteName?: string
  keywords?: string[]
  /** By BCP 47. */
  lang?: string
  kind: PageKind
}

/** Reads pages. */
export interface PageReader {
  /** @throws FetchRefused unreadable, busy, aborted, or the reason that kept a page without a title from being whole */
  readPage(page: FetchedPage, caller: FetchCaller, signal?: AbortSignal): Promise<PageReading>
  close(): Promise<void>
}

/** Times in milliseconds. */
export interface PageReaderOptions {
  fetcher: Fetcher
  /** For reading one page. */
  parseMs?: number
  /** After which the reading thread ends. */
  idleMs?: number
  /** For one oEmbed answer. */
  oEmbedMs?: number
}

/** One page of a caller is read at a time: one that does harm holds up nobody else. */
const parseShares: Shares = {
  whole: { running: 3, perCaller: 1, waiting: 96, waitingPerCaller: 16 },
  visitors: { running: 1, perCaller: 1, waiting: 16, waitingPerCaller: 4 },
  jobs: { running: 1, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  peoplePerAddress: 2,
  patienceMs: 5000,
}

const most = { keywords: 20, keyword: 50, oEmbedBytes: 64 * 1024 }

/** Makes the reader of pages; its threads start with the first page. */
export function createPageReader(options: PageReaderOptions): PageReader {
  const { fetcher, parseMs = 5000, idleMs = 10_000, oEmbedMs = 5000 } = options
  const entry = new URL('./readPage.worker.ts', import.meta.url)
  const slots = createConcurrencyLimits(parseShares)
  const rules = { entry, jobMs: parseMs, idleMs, line: 1, patienceMs: 5000, memoryMb: 128 }
  const threads = createThreadPool<RawPage, PageClaims>(parseShares.whole.running, slots, rules)

  async function readPage(
    page: FetchedPage,
    caller: FetchCaller,
    signal?: AbortSignal,
  ): Promise<PageReading> {
    const url = new URL(page.url)
    const kind = detectKind(page)
    const named = readableName(url, page.fileName) || hostName(url)
    if (kind === 'image' || kind === 'video' || kind === 'audio')
      return { title: named, description: '', image: kind === 'image' ? url.href : '', url: url.href, kind }
    if (kind === 'other' && !isFeed(page.contentType))
      return { title: hostAndName(url, page.fileName), description: '', image: '', url: url.href, kind }

    const { url: address, charset, body: bytes } = page
    const read = kind === 'pdf' ? 'pdf' : 'markup'
    const found = await threads.run(caller, { url: address, bytes, charset, read }, signal)
    const claims = [...found.told, await askOEmbed(found, caller, signal), found.seen]
    const reading = merge(claims, url, kind)
    if (reading.title) return reading
    // A page that is not whole may have had its title in what is missing: that is a failure, not a page without one.
    if (page.cut === 'time') throw new FetchRefused('total-timeout')
    if (page.cut === 'broken') throw new FetchRefused('protocol')
    return { ...reading, title: kind === 'other' ? hostAndName(url, page.fileName) : named }
  }

  /** Asked only for what the page itself did not tell, through the same door (S08). */
  async function askOEmbed(
    { told, oEmbed }: PageClaims,
    caller: FetchCaller,
    signal?: AbortSignal,
  ): Promise<Claims> {
    if (!oEmbed || (told.some(claim => claim.title) && told.some(claim => claim.images?.length))) return {}
    try {
      const wish = {
        maxBytes: most.oEmbedBytes,
        accept: 'application/json',
        totalMs: oEmbedMs,
        caller,
        signal,
      }
      const answer = await fetcher.fetchPage(oEmbed, wish)
      if (answer.status !== 200) return {}
      const { told: said } = await threads.run(
        caller,
        { url: answer.url, bytes: answer.body, read: 'oEmbed' },
        signal,
      )
      return said[0] ?? {}
    } catch {
      // It is an extra: the page can do without.
      return {}
    }
  }

  function merge(claims: Claims[], url: URL, kind: PageKind): PageReading {
    const first = <K extends keyof Claims>(key: K) => claims.find(claim => claim[key])?.[key]
    const keywords = new Set(
      claims.flatMap(claim => claim.keywords ?? []).map(word => cleanText(word, most.keyword)),
    )
    keywords.delete('')
    const canonicals = claims.toReversed().map(claim => claim.canonical)
    return {
      title: first('title') ?? '',
      description: first('description') ?? '',
      // Not every page can be trusted to name a picture that may be asked for.
      image: claims.flatMap(claim => claim.images ?? []).find(image => fetcher.mayFetch(image)) ?? '',
      url:
        canonicals.find(address => isCanonical(address, url)) ?? webAddress(url.href, url.href) ?? url.href,
      siteName: first('siteName'),
      keywords: keywords.size > 0 ? [...keywords].slice(0, most.keywords) : undefined,
      lang: claims.toReversed().find(claim => claim.lang)?.lang,
      kind,
    }
  }

  return { readPage, close: () => threads.close() }
}

/** Sites that name their front page as the canonical address of every page are common; they mean nothing by it. */
function isCanonical(address: string | undefined, url: URL): boolean {
  if (!address) return false
  const named = new URL(address)
  const front = named.pathname === '/' && !named.search
  return !front || /^\/((index|default|home)(\.\w+)?)?$/i.test(url.pathname)
}
