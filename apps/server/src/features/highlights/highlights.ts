import { isHeavyPage } from '../../calls/heavyPage.ts'
import * as contract from '@nestmark/contract/reading/highlights'
import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import { parseFilter } from '@nestmark/core/searchQuery/query'
import { pluck } from '@nestmark/core/pluck'
import { formatHostAndPath } from '@nestmark/core/addresses/url'
import { action, libraryRead } from '../../calls/action.ts'
import { countAll, listPages, searchPages, listPagesToDelete, type HighlightFilter } from './listQuery.ts'
import type { TextQuery } from '../../db/searchText/textQuery.ts'
import { JsonReply, FileReply } from '../../calls/replies.ts'
import { toWantedTerms } from '../searchQuery/wantedTerms.ts'
import { refuse } from '../../access/refuse.ts'
import { lockPages, recountOrDelete, listOfPages } from './changeStore.ts'
import { findHighlight, listHighlights, removeHighlights, formatHighlights } from './highlightStore.ts'
import type { CallWith } from '../../services.ts'
import { grantVisibleLink } from '../../access/grant.ts'
import { toLinkKey } from './pages/pageKey.ts'
import { toTarget } from './pages/pageRules.ts'
import { findPage, type ListedPage } from './pages/pageStore.ts'
import type { Call } from '../../calls/call.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { type PageReader, readSavedPages } from './pages/savedPages.ts'

/** Counts the caller's highlights. */
export const countHighlights = action(contract.countHighlights, libraryRead, async ({ actor, services }) => {
  const counts = await countAll(services.db.read, actor.personId)
  return { ...counts, highlights: counts.styles.reduce((sum, each) => sum + each, 0) }
})

/** Lists the caller's highlights by page, by the date of the newest ones (HL-01). */
export const allHighlights = action(
  contract.allHighlights,
  {
    heavy: ({ page, style, has_comment }) =>
      isHeavyPage({ page, sort: 'date' }) || style !== undefined || has_comment === 1,
  },
  async (call, { page, order, style, has_comment, enc }) => {
    const filter = { style, commented: has_comment === 1, encrypted: enc === 1 }
    const reader = toReader(call)
    return replyPages(reader, await listPages(reader.db, reader.personId, filter, { page, order }), filter)
  },
)

const fields = { 1: ['address'], 2: ['descr', 'tags', 'title'] } as const

/** Finds highlights by the address of their page, or by words of text, comment and title (HL-03). */
export const searchHighlights = action(
  contract.searchHighlights,
  libraryRead,
  async (call, { type, input, page }) => {
    const reader = toReader(call)
    const { terms, without } = parseFilter(input)
    if (terms.length === 0) return new JsonReply<never>([])
    const query: TextQuery = {
      ownerIds: [reader.personId],
      fields: fields[type],
      all: toWantedTerms(reader.db, terms, { words: terms.map(() => []), begins: [] }),
      none: without,
    }
    const found = await searchPages(reader.db, query, page)
    return replyPages(reader, found, { seqs: found.flatMap(each => each.seqs) })
  },
)

/** Deletes a highlight, and its page when it was the last one. */
export const deleteHighlight = action(
  contract.deleteHighlight,
  async ({ actor, services }, { highlight_id: id }) => {
    return services.db.write(async tx => {
      const known = await findHighlight(tx, id)
      if (known?.owner_id !== actor.personId) return refuse('highlights.notFound')
      const [page] = await lockPages(tx, actor.personId, 'id', [known.page_id])
      const [found] = page ? await listHighlights(tx, [page.id], { id }) : []
      if (!page || !found) return refuse('highlights.notFound')
      await removeHighlights(tx, [found.seq])
      await recountOrDelete(tx, [page.id])
      return { page_id: page.id, count: page.count - 1 }
    })
  },
)

const files = {
  markdown: { name: 'nestmark-highlights.md', type: 'text/markdown; charset=utf-8' },
  csv: { name: 'nestmark-highlights.csv', type: 'text/csv; charset=utf-8' },
  json: { name: 'nestmark-highlights.json', type: 'application/json; charset=utf-8' },
} as const

/** Streams the caller's highlights as a file. A reader thread produces it; memory does not grow with the library. */
export const exportHighlights = action(
  contract.exportHighlights,
  async ({ actor, services: { readers } }: CallWith<'readers'>, { format }) => {
    const { personId, rootId } = actor
    const order = { file: 'highlights', format, ownerId: personId, rootId, readerId: personId }
    const { name, type } = files[format]
    return new FileReply(await readers.open(order, personId), name, type)
  },
)

/** Returns the caller's highlights of a page or of an encrypted link, or null. */
export const pageHighlights = action(contract.pageHighlights, async (call, { url, link_id: linkId }) => {
  const reader = toReader(call)
  if (linkId !== undefined) await grantVisibleLink(reader.db, call.actor, linkId)
  const key = linkId === undefined ? toTarget(url).key : toLinkKey(linkId)
  return presentPage(reader, await findPage(reader.db, reader.personId, 'page_key', key))
})

/** About so many highlights are deleted by one transaction: others can write between two of them. */
const atOnce = 1000

/** Deletes highlights, and pages with all their highlights (HL-05). */
export const deleteHighlights = action(
  contract.deleteHighlights,
  async ({ actor, services: { db } }, { highlights: ids }) => {
    if (ids.length === 0) refuse('highlights.noneChosen')
    const pages = await listPagesToDelete(db.read, actor.personId, ids)
    const chosen = new Set(ids)
    const parts: string[][] = []
    let size = Infinity
    for (const { id, count } of pages) {
      if (size >= atOnce) {
        parts.push([])
        size = 0
      }
      parts.at(-1)?.push(id)
      size += count
    }
    let deleted = 0
    for (const part of parts)
      deleted += await db.write(async tx => {
        const locked = pluck(await lockPages(tx, actor.personId, 'id', part), 'id')
        const found = await listOfPages(tx, locked)
        const seqs = found.flatMap(each => (chosen.has(each.id) || chosen.has(each.page_id) ? each.seq : []))
        await removeHighlights(tx, seqs)
        await recountOrDelete(tx, locked)
        return seqs.length
      })
    if (deleted === 0) refuse('highlights.notFound')
    return { deleted }
  },
)

/** The highlights of one answer have at most so many characters, except those of a single page. */
const maxSize = 8_000_000

/** Returns the caller as a reader of pages. */
const toReader = (call: Call): PageReader => ({
  db: call.services.db.read,
  personId: call.actor.personId,
  picture: createPictureAddresses(call),
})

/** Returns pages with their highlights as JSON. @param filter keeps only some of the highlights */
async function formatPages(
  reader: PageReader,
  pages: readonly ListedPage[],
  filter: Partial<HighlightFilter> & { seqs?: number[] } = {},
): Promise<string[]> {
  let size = 0
  const complete = pages.filter(page => (size += page.size) <= maxSize || pages.length === 1)
  const [highlights, findSaved] = await Promise.all([
    formatHighlights(reader.db, pluck(complete, 'id'), filter),
    readSavedPages(reader, pages),
  ])
  return pages.map(page => {
    const head: Omit<HighlightPage, 'data'> = {
      _id: page.id,
      link: page.address,
      create_date: page.created_at,
      update_date: page.updated_at,
      enc: page.link_id === null ? 0 : 1,
      count: page.count,
      saved: findSaved(page),
    }
    const title = JSON.stringify(page.title || formatHostAndPath(page.address))
    const data = `{"title":${title},"highlights":${highlights.get(page.id) ?? '[]'}}`
    return `${JSON.stringify(head).slice(0, -1)},"data":${data}}`
  })
}

/** Returns pages with their highlights. */
export async function presentPages(...parameters: Parameters<typeof formatPages>): Promise<HighlightPage[]> {
  return (await formatPages(...parameters)).map(page => JSON.parse(page) as HighlightPage)
}

/** Returns pages with their highlights as the answer of a list. */
async function replyPages(
  ...parameters: Parameters<typeof formatPages>
): Promise<JsonReply<HighlightPage[]>> {
  return new JsonReply(await formatPages(...parameters))
}

/** Returns a page with all its highlights, or null. */
async function presentPage(reader: PageReader, page: ListedPage | undefined): Promise<HighlightPage | null> {
  const [presented] = page ? await presentPages(reader, [page]) : []
  return presented ?? null
}

/** Returns the page with this id, or null when it has no highlights any more. */
export async function readPageById(call: Call, id: string): Promise<HighlightPage | null> {
  const reader = toReader(call)
  return presentPage(reader, await findPage(reader.db, reader.personId, 'id', id))
}
