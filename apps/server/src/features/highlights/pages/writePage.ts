import type { HighlightEntry } from '@nestmark/contract/reading/highlights'
import { keyIdPattern } from '@nestmark/core/encryptedText'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { newId } from '../../../db/newId.ts'
import { recordEvent } from '../../../domainEvents/recordEvent.ts'
import { type LockedPage, recountOrDelete, recountPages, setHighlights } from '../changeStore.ts'
import {
  insertHighlights,
  listHighlights,
  type NewHighlight,
  removeHighlights,
  type StoredHighlight,
} from '../highlightStore.ts'
import { indexPage } from './indexPage.ts'
import { isSameHighlight, toCreationTime } from './pageRules.ts'
import { setTitle } from './pageStore.ts'

/** Who writes, and when. */
export interface Writer {
  personId: string
  rootId: string
  at: number
  /** The import that writes. */
  job?: string
}

/** An entry to add, of a call or of a file. */
export interface AddedEntry extends HighlightEntry {
  /** When it was last changed, in milliseconds since 1970; absent for now. */
  update_date?: number
}

/** What a call changes on a locked page. */
export interface PageChange {
  created: NewHighlight[]
  changed: StoredHighlight[]
  /** Sequence numbers. */
  removed: number[]
}

/** Returns what adding entries changes: the same text at the same position is added once. */
export async function planAdditions(
  tx: Tx,
  page: LockedPage,
  entries: readonly AddedEntry[],
  at: number,
): Promise<PageChange> {
  const existing = await listHighlights(tx, [page.id])
  const byText = Map.groupBy<string, Pick<StoredHighlight, 'text' | 'anchor'>>(existing, each => each.text)
  const ids = new Set(existing.map(each => each.id))
  const created: NewHighlight[] = []
  for (const entry of entries) {
    const same = byText.get(entry.text) ?? []
    if (same.some(each => isSameHighlight(each, entry)) || ids.has(entry._id ?? '')) continue
    byText.set(entry.text, [...same, entry])
    created.push(toNew(page, entry, at))
  }
  return { created, changed: [], removed: [] }
}

/** Returns what makes entries the complete list of a page: they are matched by id, then by text. */
export async function planReplacement(
  tx: Tx,
  page: LockedPage,
  entries: readonly HighlightEntry[],
  at: number,
): Promise<PageChange> {
  const left = new Map((await listHighlights(tx, [page.id])).map(each => [each.id, each]))
  const take = (found: StoredHighlight | undefined) => {
    if (found) left.delete(found.id)
    return found
  }
  const byId = entries.map(entry => take(left.get(entry._id ?? '')))
  const byText = Map.groupBy(left.values(), each => each.text)
  const change: PageChange = { created: [], changed: [], removed: [] }
  for (const [nth, entry] of entries.entries()) {
    const before = byId[nth] ?? take(byText.get(entry.text)?.shift())
    if (!before) change.created.push(toNew(page, entry, at))
    else {
      const { text, comm, style } = entry
      change.changed.push({
        ...before,
        text,
        comm,
        style,
        anchor: entry.anchor ?? before.anchor,
        updated_at: at,
      })
    }
  }
  change.removed = [...left.values()].map(each => each.seq)
  return change
}

function toNew(page: LockedPage, entry: AddedEntry, at: number): NewHighlight {
  const { _id: id, text, comm, style, anchor } = entry
  return {
    id: id !== undefined && keyIdPattern.test(id) ? id : newId(),
    page_id: page.id,
    text,
    comm,
    style,
    anchor,
    sealed: null,
    found: null,
    created_at: toCreationTime(entry.create_date, at),
    ...(entry.update_date !== undefined && { updated_at: toCreationTime(entry.update_date, at) }),
  }
}

/** Sets the title of a page where none is known. Returns the page with its title. */
export async function addTitle(tx: Tx, page: LockedPage, title: string): Promise<LockedPage> {
  if (page.title !== '' || title === '') return page
  await setTitle(tx, page.id, title)
  const titled = { ...page, title }
  if (page.count > 0) await indexPage(tx, titled, await listHighlights(tx, [page.id]))
  return titled
}

/**
 * Writes a change of a locked page, with its search entries and counters. A page that becomes empty is deleted.
 * @param title that of the page, where none is known
 * @throws Refused 'highlights.notFound' when an id is that of a highlight of another page
 */
export async function writePage(
  tx: Tx,
  page: LockedPage,
  { created, changed, removed }: PageChange,
  title: string,
  { personId, rootId, at, job }: Writer,
): Promise<void> {
  await removeHighlights(tx, removed)
  await setHighlights(tx, changed)
  const titled = await addTitle(tx, page, title)
  await indexPage(tx, titled, changed)
  const inserted = job === undefined ? created : created.map(each => ({ ...each, import_id: job }))
  if ((await insertHighlights(tx, titled, inserted, at)) < created.length) refuse('highlights.notFound')
  await (removed.length > 0 || created.length === 0 ? recountOrDelete : recountPages)(tx, [page.id])
  await recordEvent(
    tx,
    { type: 'highlight.created', by: personId, at, job },
    created.map(({ id }) => ({ collectionId: rootId, id, title: '' })),
  )
}
