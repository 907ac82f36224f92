import { createHash } from 'node:crypto'
import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { sniffContainer, sniffedBytes } from '@nestmark/core/media/sniff'
import type { CopyVersionRow } from '../../db/copyTables.ts'
import type { FetchCaller } from '../../fetching/fetchCaller.ts'
import type { FetchedPage } from '../../fetching/fetchPage.ts'
import { detectKind } from '../../fetching/pageKind.ts'
import type { Scraper } from '../../fetching/scrape.ts'
import { CopyFailed } from './faults.ts'
import type { NewPageFile } from './pageFiles.ts'

const compress = promisify(gzip)

/** A version of a page that is not stored yet. */
export interface NewVersion {
  facts: Omit<CopyVersionRow, 'link_id' | 'number' | 'kept_at' | 'size'>
  files: NewPageFile[]
  /** The words, for search; '' for a file. */
  text: string
  /** The same by gzip. */
  packedText: Buffer
}

/** Files that are kept as they are, by what their first bytes show. */
const keptFiles: Readonly<Record<string, { mediaType: string; extension: string }>> = {
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
  png: { mediaType: 'image/png', extension: 'png' },
  jpeg: { mediaType: 'image/jpeg', extension: 'jpg' },
  gif: { mediaType: 'image/gif', extension: 'gif' },
  webp: { mediaType: 'image/webp', extension: 'webp' },
}

/**
 * Makes a version of what is at an address: of a page its article, and in the mode `full` the whole page; of a picture or
 * a document the file.
 * @throws FetchRefused, CopyFailed 'type' for other files
 */
export async function makeVersion(
  scraper: Pick<Scraper, 'copyPage'>,
  page: FetchedPage,
  mode: 'full' | 'reader',
  { caller, at, signal }: { caller: FetchCaller; at: number; signal: AbortSignal },
): Promise<NewVersion> {
  const kind = detectKind(page)
  if (kind !== 'html') return keepFile(page)
  const isFull = mode === 'full'
  const { article, reader, full, pictures } = await scraper.copyPage(page, { isFull, at, caller, signal })
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
      pictures_kept: pictures.kept,
    },
    files: [
      { kind: 'reader', ...html, bytes: reader },
      ...(full ? [{ kind: 'copy' as const, ...html, bytes: full }] : []),
    ],
    text: article.text,
    packedText: await compress(article.text),
  }
}

async function keepFile({ body }: FetchedPage): Promise<NewVersion> {
  const found = keptFiles[sniffContainer(body.subarray(0, sniffedBytes)) ?? '']
  if (!found) throw new CopyFailed('type')
  return {
    facts: {
      mode: 'file',
      kind: 'file',
      digest: createHash('sha256').update(body).digest('base64url'),
      title: '',
      byline: '',
      site_name: '',
      lang: '',
      dir: 'ltr',
      words: 0,
      published_at: null,
      pictures_wanted: 0,
      pictures_kept: 0,
    },
    files: [{ kind: 'copy', ...found, bytes: body }],
    text: '',
    packedText: await compress(''),
  }
}
