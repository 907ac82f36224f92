import { pluck } from '@nestmark/core/pluck'
import { createHmac } from 'node:crypto'
import { truncateText } from '@nestmark/core/words/truncateText'
import type {
  HookEvent,
  WebhookCall,
  WebhookFolder,
  WebhookHighlight,
  WebhookLink,
} from '@nestmark/contract/webhooks'
import { filterAccessible } from '../../../access/subscribers.ts'
import { collectionsWithRoles, linksWithRoles } from '../../../access/roles.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { maxNamedSubjects, type QueuedSubject } from '../../../domainEvents/webhooks.ts'
import { tagsOfLinks } from '../../links/words/linkTagStore.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { highlightsWithPages } from '../../highlights/highlightStore.ts'
import type { WaitingEvent } from './deliveryStore.ts'
import { toNamed } from './toNamed.ts'

/** An event of a delivery, as stored. `right` is not sent: see `readDeliverable`. */
export interface StoredEvent {
  type: HookEvent
  at: number
  by: { _id: string; name: string } | null
  count: number
  subjects: ((WebhookLink | WebhookFolder | WebhookHighlight) & { right?: string })[]
}

/** The maximum number of events in a delivery. */
const maxEvents = 100
const descShown = 500

/** Groups the queued events that fit into one delivery: events of one kind by one job are merged. */
export function groupEvents(waiting: readonly WaitingEvent[]): {
  taken: number[]
  groups: (WaitingEvent & { named: QueuedSubject[] })[]
} {
  const groups = new Map<string, WaitingEvent & { named: QueuedSubject[] }>()
  const taken: number[] = []
  let left = maxNamedSubjects
  for (const row of waiting) {
    const key = row.batch === null ? String(row.seq) : `${row.event} ${row.batch}`
    const group = groups.get(key)
    // Each event keeps at least one item: it is needed later to check whether the event may still be sent.
    if (!group && (groups.size >= maxEvents || left === 0)) break
    const named = (JSON.parse(row.subjects) as QueuedSubject[]).slice(0, left)
    left -= named.length
    taken.push(row.seq)
    if (!group) groups.set(key, { ...row, named })
    else {
      group.count += row.count
      group.named.push(...named)
    }
  }
  return { taken, groups: [...groups.values()] }
}

/** Returns the events with the items that the person may see now. */
export async function readEventPayloads(
  tx: Tx,
  personId: string,
  groups: readonly (WaitingEvent & { named: QueuedSubject[] })[],
): Promise<StoredEvent[]> {
  const listSubjectIds = (kind: string) => [
    ...new Set(
      groups.filter(each => each.event.startsWith(kind)).flatMap(each => each.named.map(({ id }) => id)),
    ),
  ]
  const who = { personId }
  const links = (await linksWithRoles(tx, who, listSubjectIds('link.'))).filter(link => link.role !== null)
  const tags = await tagsOfLinks(tx, pluck(links, 'seq'))
  const folders = await collectionsWithRoles(tx, who, listSubjectIds('collection.'))
  const linksById = new Map(links.map(link => [link.id, link]))
  const foldersById = new Map(folders.filter(each => each.role !== null).map(each => [each.id, each]))
  const highlights = await highlightsWithPages(tx, personId, listSubjectIds('highlight.'))
  const names = await namesOfUsers(tx, [...new Set(groups.flatMap(each => each.by_id ?? []))])
  const webhookLink = (subject: QueuedSubject): WebhookLink => {
    const link = linksById.get(subject.id)
    return {
      ...base(subject),
      ...(link && {
        create_date: link.created_at,
        // An encrypted link has no texts that the receiver could read.
        name: link.key_id === null ? link.title : '',
        link: link.key_id === null ? link.address : '',
        desc: link.key_id === null ? truncateText(link.descr, descShown) : '',
        category: link.category,
        tags: (tags.get(link.seq) ?? []).map(each => each.tag.name),
      }),
    }
  }
  const webhookFolder = (subject: QueuedSubject): WebhookFolder => {
    const folder = foldersById.get(subject.id)
    const parent = subject.at ?? (folder?.role === 'owner' ? folder.parent_id : null)
    return { ...base(subject), parent, ...(folder && { name: folder.name, desc: folder.descr }) }
  }
  const webhookHighlight = ({ id }: QueuedSubject): WebhookHighlight => {
    const found = highlights.get(id)
    if (!found) return { _id: id, title: '', link: '', text: '', comm: '' }
    const { style, title, address: link, created_at: create_date } = found
    const [text, comm] = [truncateText(found.text, descShown), truncateText(found.comm, descShown)]
    return { _id: id, title, link, text, comm, style, create_date }
  }
  const present = (event: string, subject: QueuedSubject) => {
    if (event.startsWith('highlight.')) return webhookHighlight(subject)
    return event.startsWith('link.') ? webhookLink(subject) : webhookFolder(subject)
  }
  return groups.map(({ event, at, by_id, count, named }) => ({
    type: event as HookEvent,
    at,
    by: toNamed(by_id, names),
    count,
    subjects: named.map(subject => ({
      ...present(event, subject),
      ...(subject.right ? { right: subject.right } : {}),
    })),
  }))
}

const base = ({ id, name, at, other }: QueuedSubject) => ({
  _id: id,
  name,
  parent: at ?? null,
  ...(other ? { moved_from: other } : {}),
})

/**
 * Returns the events that may still be sent: excludes those of other people's collections that the person can no
 * longer see. Checked before every attempt, because attempts can be days apart.
 */
export async function readDeliverable(
  db: Queries,
  personId: string,
  events: readonly StoredEvent[],
): Promise<WebhookCall['events']> {
  const rights = new Set(events.flatMap(each => each.subjects.flatMap(({ right }) => right ?? [])))
  const still = await filterAccessible(db, personId, [...rights])
  return events.flatMap(({ subjects, count, ...event }) => {
    const visible = subjects.filter(({ right }) => right === undefined || still.has(right))
    // Items that are not listed are the person's own, or follow those that are.
    if (visible.length === 0 && subjects.length > 0) return []
    const items = visible.map(subject => {
      const { right: _, ...shown } = subject
      return shown
    })
    return [
      {
        ...event,
        count: count - (subjects.length - visible.length),
        ...(toNamedItems(event.type, items) as object),
      },
    ]
  })
}

/** Returns the items of an event under the name of their kind. */
function toNamedItems(type: HookEvent, items: readonly unknown[]) {
  if (type.startsWith('highlight.')) return { highlights: items }
  return type.startsWith('link.') ? { links: items } : { folders: items }
}

/**
 * Returns the headers of a call. The receiver computes `v1` from the time, a dot, the body as received, and the
 * secret.
 */
export function signedHeaders(
  secret: string,
  { body, at, delivery, events }: { body: string; at: number; delivery: string; events: readonly string[] },
): Record<string, string> {
  const seconds = Math.floor(at / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    'nestmark-signature': `t=${seconds},v1=${signature}`,
    'nestmark-event': [...new Set(events)].join(','),
    'nestmark-delivery': delivery,
  }
}
