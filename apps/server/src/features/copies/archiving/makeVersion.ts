import { createHash } from 'node:crypto'
import { sniffContainer, sniffedBytes } from '@nestmark/core/media/sniff'
import type { CopyVersionRow } from '../../../db/tables/copyTables.ts'
import type { CopyOptions } from '../../../fetching/copy/copyPage.ts'
import type { FetchedPage } from '../../../fetching/requests/fetchPage.ts'
import { detectKind } from '../../../fetching/pageKind.ts'
import type { Scraper } from '../../../fetching/scrape.ts'
import { toMediaFile } from '../../../media/mediaProcesses.ts'
import type { Found, Pictures } from '../../../media/mediaTasks.ts'
import type { Services } from '../../../services.ts'
import { CopyFailed } from './failures.ts'
import type { NewPageFile } from './pageFiles.ts'
import { preparePageText, type StorePageText } from '../reading/pageTexts.ts'

/** A version of a page that is not stored yet. */
export interface NewVersion {
  facts: Omit<CopyVersionRow, 'link_id' | 'number' | 'kept_at' | 'size'>
  files: NewPageFile[]
  /** Stores the words, for search. */
  storeText: StorePageText
  /** What a page says about itself. */
  description?: string
  /** The first page of a document. */
  pictures: Pictures | null
}

/** Files that are stored unchanged, by what their first bytes show. */
const unchangedFiles: Readonly<Record<string, { mediaType: string; extension: string }>> = {
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
  png: { mediaType: 'image/png', extension: 'png' },
  jpeg: { mediaType: 'image/jpeg', extension: 'jpg' },
  gif: { mediaType: 'image/gif', extension: 'gif' },
  webp: { mediaType: 'image/webp', extension: 'webp' },
}

/**
 * Makes a version of what is at an address: of a page its article, and in the mode `full` the full page; of a picture
 * or a document the file. The text of a document is searched like that of a page.
 * @throws FetchRefused, CopyFailed 'type' for other files
 */
export async function makeVersion(
  { scraper, media }: { scraper: Pick<Scraper, 'copyPage'>; media: Services['media'] },
  page: FetchedPage,
  mode: 'full' | 'reader',
  options: Omit<CopyOptions, 'isFull' | 'signal'> & { signal: AbortSignal },
): Promise<NewVersion> {
  const { caller, signal } = options
  const kind = detectKind(page)
  if (kind !== 'html') return keepFile(media, page, { key: caller.key, signal })
  const isFull = mode === 'full'
  const { article, reader, full, pictures } = await scraper.copyPage(page, { ...options, isFull })
  const html = { mediaType: 'text/html', extension: 'html' }
  return {
    facts: {
      mode,
      kind: article.kind,
      digest: createHash('sha256').update(article.text).digest('base64url'),
      title: article.title,
      byline: article.byline,
      site_name: article.siteName,
      lang: article.lang,
      dir: article.dir,
      words: article.words,
      published_at: article.publishedAt,
      pictures_wanted: pictures.wanted,
      pictures_kept: pictures.stored,
    },
    files: [
      { kind: 'reader', ...html, bytes: reader },
      ...(full ? [{ kind: 'copy' as const, ...html, bytes: full }] : []),
    ],
    storeText: await preparePageText(article.text),
    description: article.description,
    pictures: null,
  }
}

async function keepFile(
  media: Services['media'],
  { body }: FetchedPage,
  options: { key: string; signal: AbortSignal },
): Promise<NewVersion> {
  const found = unchangedFiles[sniffContainer(body.subarray(0, sniffedBytes)) ?? '']
  if (!found) throw new CopyFailed('type')
  const {
    title = '',
    text = '',
    words = 0,
    pictures,
  } = found === unchangedFiles.pdf ? await read(media, body, options) : {}
  const [card, thumb] = pictures ?? []
  return {
    facts: {
      mode: 'file',
      kind: 'file',
      digest: createHash('sha256').update(body).digest('base64url'),
      title,
      byline: '',
      site_name: '',
      lang: '',
      dir: 'ltr',
      words,
      published_at: null,
      pictures_wanted: 0,
      pictures_kept: 0,
    },
    files: [{ kind: 'copy', ...found, bytes: body }],
    storeText: await preparePageText(text),
    pictures: card && thumb ? { card, thumb } : null,
  }
}

/** Reads a document. One that cannot be read is stored nevertheless. */
async function read(
  media: Services['media'],
  body: Uint8Array,
  options: { key: string; signal: AbortSignal },
): Promise<Found> {
  try {
    return (await media.run('document', toMediaFile(body), options)).found
  } catch (error) {
    if (options.signal.aborted) throw error
    return {}
  }
}
