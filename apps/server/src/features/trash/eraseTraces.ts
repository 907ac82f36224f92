import type { Db } from '../../db/db.ts'
import {
  clearActor,
  forgetSuggested,
  nextTexts,
  filterOwned,
  putText,
  type TextRow,
  type TraceTable,
} from './eraseTracesStore.ts'

const rowsAtOnce = 100

interface StoredSubject {
  /** In another person's library: the collection that grants the right to receive the event. */
  right?: string
}
interface StoredEvent {
  by: { _id: string } | null
  subjects: StoredSubject[]
}
interface Report {
  placed?: { parent: string }[]
}

/**
 * Erases a deleted person's data from what others have received: names in the events and deliveries of their
 * webhooks, and in the reports of their jobs. Rows that reference the person are deleted with the person;
 * notifications and activities were cleared when the account was closed. Must run before the person's collections are
 * deleted, because they identify the owner of each item.
 */
export async function eraseTraces(db: Db, personId: string, signal: AbortSignal): Promise<void> {
  await db.write(async tx => {
    await clearActor(tx, personId)
    await forgetSuggested(tx, personId)
  })
  for (const table of ['webhook_events', 'webhook_deliveries', 'jobs'] as const) {
    let after: string | number | null = null
    for (;;) {
      signal.throwIfAborted()
      const rows = await nextTexts(db.read, table, after, rowsAtOnce)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
      await eraseIn(db, table, personId, rows)
    }
  }
}

async function eraseIn(db: Db, table: TraceTable, personId: string, rows: readonly TextRow[]): Promise<void> {
  const collections = new Set(rows.flatMap(row => listCollectionIds(table, row.text)))
  const own = await filterOwned(db.read, personId, [...collections])
  const changes = rows.flatMap(row => {
    const text = textWithout(table, row.text, own, personId)
    return text === row.text ? [] : [{ row, text }]
  })
  if (changes.length === 0) return
  await db.write(async tx => {
    for (const { row, text } of changes) await putText(tx, table, row, text)
  })
}

/** Returns the collections of other owners that a row may mention. */
function listCollectionIds(table: TraceTable, text: string): string[] {
  const value = JSON.parse(text) as unknown
  if (table === 'jobs') return ((value as Report).placed ?? []).map(each => each.parent)
  const subjects =
    table === 'webhook_events'
      ? (value as StoredSubject[])
      : (value as StoredEvent[]).flatMap(each => each.subjects ?? [])
  return subjects.flatMap(each => each.right ?? [])
}

/** Returns the text without the items of these collections; null when nothing is left. */
function textWithout(
  table: TraceTable,
  text: string,
  own: ReadonlySet<string>,
  personId: string,
): string | null {
  const isRetained = (each: StoredSubject) => each.right === undefined || !own.has(each.right)
  if (table === 'jobs') {
    const report = JSON.parse(text) as Report
    const placed = report.placed?.filter(each => !own.has(each.parent))
    return placed?.length === report.placed?.length ? text : JSON.stringify({ ...report, placed })
  }
  if (table === 'webhook_events') {
    const subjects = JSON.parse(text) as StoredSubject[]
    const left = subjects.filter(isRetained)
    if (left.length === subjects.length) return text
    return left.length === 0 ? null : JSON.stringify(left)
  }
  const events = JSON.parse(text) as StoredEvent[]
  const left = events
    .map(each => {
      const subjects = each.subjects?.filter(isRetained)
      const by = each.by?._id === personId ? null : each.by
      return subjects?.length === each.subjects?.length && by === each.by
        ? each
        : { ...each, by, subjects: subjects }
    })
    .filter(
      (each, at) =>
        each.subjects === undefined || each.subjects.length > 0 || events[at]?.subjects.length === 0,
    )
  if (left.length === events.length && left.every((each, at) => each === events[at])) return text
  return left.length === 0 ? null : JSON.stringify(left)
}
