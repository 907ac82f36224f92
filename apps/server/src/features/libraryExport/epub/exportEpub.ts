import { createGunzip } from 'node:zlib'
import {
  type BookFacts,
  type BookFile,
  bookContainer,
  bookStyle,
  bookType,
  toBookLanguage,
  writeChapter,
  writeContents,
  writeNcx,
  writePackage,
} from '@nestmark/core/epub/book'
import { ChapterBody, type ChapterPicture } from '@nestmark/core/epub/chapterBody'
import { randomUUID } from 'node:crypto'
import * as contract from '@nestmark/contract/transfer/linkExport'
import type { Parsed } from '@nestmark/contract/operation'
import { toChunks } from '../../../blobStorage/parts.ts'
import { transformChunks } from '../../../blobStorage/transformChunks.ts'
import { type ZipEntry, createZipStream } from '../../../blobStorage/zip/zipStream.ts'
import type { Services, CallWith } from '../../../services.ts'
import { type StoredArticle, listArticles } from './articleQuery.ts'
import { isLost, openObject } from '../contents/readObject.ts'
import { grantLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { FileReply } from '../../../calls/replies.ts'
import { requireBandwidth } from '../../uploads/serving/bandwidth.ts'
import { toExportOrder, toSet } from '../../importExport/export/exportOrder.ts'
import { readPartSeqs } from '../../importExport/files/linkFile.ts'
import { openEveryLink } from '../../links/sets/linkSet.ts'

/** The making of one book. */
interface BookRun {
  services: Pick<Services, 'fileStore' | 'meter'>
  facts: Omit<BookFacts, 'language'>
  /** Who gets the book: articles of other owners count towards the bandwidth of those. */
  readerId: string
  /** Aborts when the client has disconnected. */
  signal: AbortSignal
}

const chapterType = 'application/xhtml+xml'

/**
 * Yields the files of a book, in the order of its ZIP. Memory holds one article at a time. An article whose bytes are lost
 * becomes a chapter with its title and address.
 * @param articles at least one
 * @throws StoreError 'unavailable' when the store does not answer for a while
 */
async function* bookEntries(run: BookRun, articles: readonly StoredArticle[]): AsyncGenerator<ZipEntry> {
  const { at } = run.facts
  const toEntry = (path: string, content: string | Buffer, isCompressed = true): ZipEntry => ({
    path,
    at,
    isCompressed,
    chunks: toChunks(Buffer.from(content)),
  })
  const files: BookFile[] = [{ path: 'style.css', mediaType: 'text/css' }]
  const chapters: { path: string; title: string }[] = []
  // Programs find the type of the file at its beginning.
  yield toEntry('mimetype', bookType, false)
  yield toEntry('META-INF/container.xml', bookContainer)
  yield toEntry('EPUB/style.css', bookStyle)
  for (const article of articles) {
    const pictures: (ChapterPicture & BookFile)[] = []
    const number = chapters.length + 1
    const body = await readBody(run, article, found => {
      const path = `pictures/${number}-${pictures.length + 1}.${found.mediaType.replace('image/', '')}`
      pictures.push({ ...found, path })
      return path
    })
    const { byline, site_name: siteName, address, lang: language, dir: direction } = article
    const title = article.title.trim() || address
    const path = `chapter-${number}.xhtml`
    chapters.push({ path, title })
    files.push({ path, mediaType: chapterType }, ...pictures)
    yield toEntry(
      `EPUB/${path}`,
      writeChapter({ title, byline, siteName, address, language, direction }, body),
    )
    for (const each of pictures) yield toEntry(`EPUB/${each.path}`, Buffer.from(each.data, 'base64'), false)
  }
  const languages = new Set(articles.map(({ lang }) => toBookLanguage(lang)))
  const [language = 'und'] = languages.size === 1 ? languages : []
  const facts = { ...run.facts, language }
  yield toEntry('EPUB/contents.xhtml', writeContents(facts, chapters))
  yield toEntry('EPUB/contents.ncx', writeNcx(facts, chapters))
  const order = chapters.map(({ path }) => path)
  yield toEntry('EPUB/package.opf', writePackage(facts, files, order))
}

/** Returns the content of a chapter as XHTML; '' when the bytes of the article are lost. */
async function readBody(
  { services: { fileStore, meter }, readerId, signal }: BookRun,
  { blob_id: key, size, owner_id: ownerId }: StoredArticle,
  addPicture: (found: ChapterPicture) => string,
): Promise<string> {
  try {
    const chunks = await openObject(fileStore, key, size, signal)
    if (!chunks) return ''
    const body = new ChapterBody(addPicture)
    const decoder = new TextDecoder()
    for await (const chunk of transformChunks(chunks, createGunzip()))
      body.write(decoder.decode(chunk, { stream: true }))
    if (ownerId !== readerId) meter.count(ownerId, size)
    return body.end()
  } catch (error) {
    if (signal.aborted || !isLost(error)) throw error
    return ''
  }
}

/** What an export needs of a call. */
type Caller = Pick<CallWith<'meter'>, 'actor' | 'services'>

const maxChapters = 1000
const linksAtOnce = 500

/** Streams the stored articles of a part of the library as a book, an article at a time. */
export const exportEpub = action(contract.exportEpub, async (call: Caller, input) => {
  const { services, actor } = call
  const articles = await findArticles(call, input)
  if (articles.length === 0) refuse('copies.noneStored')
  for (const ownerId of new Set(articles.map(each => each.owner_id)))
    if (ownerId !== actor.personId) await requireBandwidth(services, ownerId)
  const stopped = new AbortController()
  const facts = { id: randomUUID(), title: input.name, at: services.now() }
  const run = { services, facts, readerId: actor.personId, signal: stopped.signal }
  const book = createZipStream(bookEntries(run, articles))
  book.once('close', () => stopped.abort())
  return new FileReply(book, 'nestmark.epub', bookType)
})

/** @throws Refused 'copies.membersOnly', and the refusals of reading the links */
async function findArticles(
  call: Caller,
  input: Parsed<typeof contract.exportEpub>,
): Promise<StoredArticle[]> {
  const { actor, services } = call
  const { read } = services.db
  const order = await toExportOrder(call, input)
  const { ids } = order.part ?? {}
  const set = toSet(order)
  if (ids) await grantLinks(read, actor, 'links.copies', ids)
  else if (set && (await openEveryLink(read, actor, set.every, services.now())).role === 'public')
    refuse('copies.membersOnly')
  const part = { actor, title: input.name, ...(set ? { set } : { ids: ids ?? [] }) }
  const articles: StoredArticle[] = []
  for await (const seqs of readPartSeqs(services.db, { part, at: services.now() }))
    for (let from = 0; from < seqs.length && articles.length < maxChapters; from += linksAtOnce)
      articles.push(...(await listArticles(read, seqs.slice(from, from + linksAtOnce))))
  return articles.slice(0, maxChapters)
}
