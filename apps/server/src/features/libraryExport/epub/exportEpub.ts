import { randomUUID } from 'node:crypto'
import * as contract from '@nestmark/contract/transfer/linkExport'
import type { Parsed } from '@nestmark/contract/operation'
import { bookType } from '@nestmark/core/epub/book'
import { grantLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { createZipStream } from '../../../blobStorage/zip/zipStream.ts'
import { action } from '../../../calls/action.ts'
import { FileReply } from '../../../calls/replies.ts'
import type { CallWith } from '../../../services.ts'
import { requireBandwidth } from '../../uploads/serving/bandwidth.ts'
import { toExportOrder, toSet } from '../../importExport/export/exportOrder.ts'
import { readPartSeqs } from '../../importExport/files/linkListFile.ts'
import { openEveryLink } from '../../links/sets/linkSet.ts'
import { listArticles, type StoredArticle } from './articleQuery.ts'
import { bookEntries } from './bookEntries.ts'

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
