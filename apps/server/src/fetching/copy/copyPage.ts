import { maxImportDepth, type WantedResource } from '@nestmark/core/copy/resources'
import { createConcurrencyLimits } from '../turns/concurrencyLimits.ts'
import type { FetchCaller } from '../turns/fetchCaller.ts'
import type { FetchedPage, Fetcher } from '../requests/fetchPage.ts'
import { FetchRefused } from '../requests/fetchRefused.ts'
import { createPagePicture, type PagePictureSize } from '../picture.ts'
import { createTaskProcesses, type ProcessLimits } from '../threads/taskProcesses.ts'
import type { Article, CopyAnswer, CopyRequest, EmbeddedResource, FetchedHtml } from './copyTasks.ts'
import { isPixel, maxPictureBytes, readPictureType, toDataAddress, toFontData } from './dataAddress.ts'
import { createResourceFetcher, type ResourceFetcher } from './fetchResources.ts'

/** A copy of a page. The files are compressed by gzip. */
export interface PageCopy {
  article: Omit<Article, 'html'>
  /** The article in HTML with its pictures. */
  reader: Buffer
  /** The full page; null when only the article was requested. */
  full: Buffer | null
  /** The number of pictures of the page, and how many of them the copy has. */
  pictures: { wanted: number; stored: number }
}

/** What to copy. */
export interface CopyOptions {
  /** False for the article only. */
  isFull: boolean
  /** True to fetch nothing: the page embeds its resources, and its addresses may be private. */
  isOffline?: boolean
  /** Milliseconds since 1970. */
  at: number
  caller: FetchCaller
  signal?: AbortSignal
}

/** Limits of the process that reads and writes pages. A page of 1.2 MB needs 200 MB as a tree. */
export const copyProcessLimits: ProcessLimits = {
  taskMs: 20_000,
  memory: 600_000_000,
  heapMb: 400,
  idleMs: 30_000,
}
/** Larger pictures of articles are encoded again, in bytes. */
const maxArticlePictureBytes = 100_000

const slots = createConcurrencyLimits({
  total: { running: 2, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  visitors: { running: 1, perCaller: 1, waiting: 8, waitingPerCaller: 2 },
  jobs: { running: 2, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  peoplePerAddress: 1,
  maxWaitMs: 20_000,
})
const program = new URL('./copies.process.ts', import.meta.url)

/** Copies fetched pages. */
export interface PageCopier {
  /**
   * Copies a page with the resources that it shows.
   * @param page HTML
   * @throws FetchRefused unreadable when the reader fails on the page or the page exceeds its limits; busy; aborted
   */
  copyPage(page: FetchedPage, options: CopyOptions): Promise<PageCopy>
}

/**
 * Creates the copier; its processes start with the first page.
 * @param resourcesMs how long the resources of one page may take, in milliseconds
 */
export function createPageCopier(
  fetcher: Fetcher,
  limits: ProcessLimits = copyProcessLimits,
  resourcesMs = 60_000,
): PageCopier {
  const processes = createTaskProcesses<CopyRequest, CopyAnswer>(program, limits)

  async function copyPage(fetched: FetchedPage, options: CopyOptions): Promise<PageCopy> {
    const { isFull, isOffline = false, at, caller, signal } = options
    const page = { url: fetched.url, bytes: fetched.body, charset: fetched.charset }
    const deadline = AbortSignal.any([AbortSignal.timeout(resourcesMs), ...(signal ? [signal] : [])])
    const run = (request: CopyRequest, taskMs?: number) =>
      slots.run(caller, () => processes.run(request, taskMs), signal)
    const ask = async (request: CopyRequest) => {
      const answer = await run(request)
      if (!answer) throw new FetchRefused('unreadable')
      return answer
    }
    const read = { task: 'read', page, isFull } as const
    // The heuristics that find an article may take too long for a page of any size. Both attempts share one limit.
    const attemptMs = limits.taskMs / 2
    const found =
      (await run({ ...read, usesTree: true }, attemptMs)) ??
      (await run({ ...read, usesTree: false }, attemptMs))
    if (!found) throw new FetchRefused('unreadable')
    const { article, wanted = [], pictures = [] } = found
    if (!article) throw new FetchRefused('unreadable')
    const resources = isOffline ? noResources : createResourceFetcher(fetcher, caller, deadline)
    const embedded: EmbeddedResource[] = []
    const ofArticle: EmbeddedResource[] = []
    const shown = await addStyleSheets(wanted, resources, embedded, ask)
    const inArticle = new Set(pictures)
    const all = [...new Set([...pictures, ...shown.pictures])]
    await resources.fetchAll(all.map(toPicture), async ({ address }, response) => {
      const add = async (list: EmbeddedResource[], size: PagePictureSize) => {
        const data = await toPictureData(response, size, caller, deadline)
        if (data) list.push({ kind: 'picture', address, data })
      }
      if (isFull) await add(embedded, 'page')
      if (inArticle.has(address)) await add(ofArticle, 'article')
    })
    await resources.fetchAll(shown.fonts, async ({ address }, { body }) => {
      const data = toFontData(body)
      if (data) embedded.push({ kind: 'font', address, data })
    })
    signal?.throwIfAborted()
    const { html, ...facts } = article
    const reader = await write(ask, { task: 'embed', html, resources: ofArticle })
    const full = isFull ? await write(ask, { task: 'write', page, at, resources: embedded }) : null
    const stored = (isFull ? embedded : ofArticle).filter(each => each.kind === 'picture').length
    return { article: facts, reader, full, pictures: { wanted: all.length, stored } }
  }

  return { copyPage }
}

const noResources: ResourceFetcher = { fetchAll: async () => undefined }

type Ask = (request: CopyRequest) => Promise<CopyAnswer>

async function write(ask: Ask, request: CopyRequest): Promise<Buffer> {
  const { written } = await ask(request)
  if (!written) throw new FetchRefused('unreadable')
  return Buffer.from(written)
}

const toPicture = (address: string): WantedResource => ({ kind: 'picture', address })

/** Fetches style sheets and those that they import, and returns the resources of the page and its sheets. */
async function addStyleSheets(
  wanted: readonly WantedResource[],
  resources: ResourceFetcher,
  embedded: EmbeddedResource[],
  ask: Ask,
): Promise<{ pictures: string[]; fonts: WantedResource[] }> {
  const pictures: string[] = []
  const fonts: WantedResource[] = []
  let next = [...wanted]
  for (let depth = 0; next.length > 0; depth++) {
    pictures.push(...next.filter(each => each.kind === 'picture').map(each => each.address))
    fonts.push(...next.filter(each => each.kind === 'font'))
    const sheets = next.filter(each => each.kind === 'styleSheet')
    if (sheets.length === 0 || depth > maxImportDepth) break
    const fetched: Extract<EmbeddedResource, { kind: 'styleSheet' }>[] = []
    await resources.fetchAll(sheets, async ({ address }, { body, charset, url }) => {
      const sheet = { css: decodeSheet(body, charset), address: url }
      fetched.push({ kind: 'styleSheet', address, sheet })
    })
    embedded.push(...fetched)
    next =
      fetched.length === 0
        ? []
        : ((await ask({ task: 'listSheets', sheets: fetched.map(each => each.sheet) })).wanted ?? [])
  }
  return { pictures, fonts }
}

/** Decodes a sheet by its header, its first rule, or as UTF-8. */
function decodeSheet(body: Buffer, charset: FetchedHtml['charset']): string {
  const rule = /^@charset "([\w-]{1,40})"/.exec(body.toString('latin1', 0, 60))?.[1]
  for (const label of [charset, rule]) {
    try {
      if (label) return new TextDecoder(label).decode(body)
    } catch {
      // An unknown charset is ignored.
    }
  }
  return new TextDecoder().decode(body)
}

/** Returns a picture as a `data:` address; null when browsers would not show it, or it is a tracking pixel. */
async function toPictureData(
  { body, contentType }: FetchedPage,
  size: PagePictureSize,
  caller: FetchCaller,
  signal: AbortSignal,
): Promise<string | null> {
  const type = readPictureType(body, contentType)
  if (!type || isPixel(body)) return null
  const max = size === 'article' ? maxArticlePictureBytes : maxPictureBytes
  if (body.length <= max) return toDataAddress(type, body)
  try {
    const { data } = await createPagePicture(body, size, caller, signal)
    return toDataAddress('image/webp', data)
  } catch (error) {
    if (error instanceof FetchRefused || signal.aborted) return null
    throw error
  }
}
