import { assertDefined } from '@nestmark/core/assertDefined'
import type { Tx } from '../../db/db.ts'
import { addTextHolders, listTextHolders } from '../../db/textHolders.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { listLinkOwners, lockNextRows, nextOwnerOfEncrypted } from './previousTextStore.ts'
import { clearUnknownNotifications, type NamingTable, namingTables, setNaming } from './wipeStore.ts'
import { clearNames, clearReports, listNamedIds, purgeLater } from './wipeTexts.ts'

/** The table in progress, by its place among those that name links, and the last processed row. */
interface Payload {
  table: number
  after: string | number
}

/** Rows per transaction: a delivery of a webhook can have 50 KB. */
const batchSize = 100

/**
 * Removes the previous texts of links that were encrypted before the server could find all of them, and records who has
 * copies of texts of other people's links. A migration enqueues it.
 */
export function clearPreviousTexts({ db, batches, now }: Pick<Services, 'db' | 'batches' | 'now'>): JobKind {
  return {
    kind: 'clearFormerTexts',
    concurrency: 1,
    perOwner: 1,
    attempts: 5,
    async run(job, signal) {
      let payload = JSON.parse(job.payload) as Payload
      for (let { done } = job; ;) {
        signal.throwIfAborted()
        const step = async (tx: Tx) => {
          const next = await clearNext(tx, payload, now())
          if (next === null) {
            await purgeLater(tx, now())
            return null
          }
          done++
          await saveProgress(tx, job, { done, total: done, payload: JSON.stringify(next) })
          return next
        }
        const next = await batches.run('', () => db.write(step))
        if (next === null) return
        payload = next
      }
    },
  }
}

/** Clears the next rows. Returns what follows; null at the end. */
async function clearNext(tx: Tx, { table: place, after }: Payload, now: number): Promise<Payload | null> {
  const table = namingTables[place]
  if (table === undefined) {
    const owner = await nextOwnerOfEncrypted(tx, String(after))
    if (owner === null) return null
    const holders = await listTextHolders(tx, owner)
    await clearUnknownNotifications(tx, holders)
    await clearReports(tx, holders, now)
    return { table: place, after: owner }
  }
  const last = await clearRows(tx, table, after)
  return last === null ? { table: place + 1, after: '' } : { table: place, after: last }
}

/** Clears rows of a table. Returns the key of the last one; null when there is none. */
async function clearRows(
  tx: Tx,
  table: NamingTable,
  after: string | number,
): Promise<string | number | null> {
  const rows = await lockNextRows(tx, table, after, batchSize)
  if (rows.length === 0) return null
  const named = rows.map(row => ({ ...row, ids: listNamedIds(table, row.text) }))
  const links = await listLinkOwners(tx, [...new Set(named.flatMap(row => row.ids))])
  const owners = new Map(links.map(link => [link.id, link.owner_id]))
  await addTextHolders(
    tx,
    named.flatMap(({ person, ids }) =>
      ids.flatMap(id => {
        const owner = owners.get(id)
        return owner === undefined || owner === person ? [] : [[owner, person] as const]
      }),
    ),
  )
  const encrypted = new Set(links.filter(link => link.key_id !== null).map(link => link.id))
  const changed = named
    .filter(row => row.ids.some(id => encrypted.has(id)))
    .map(({ key, text }) => [key, clearNames(table, text, encrypted)] as const)
  await setNaming(tx, table, changed)
  return assertDefined(rows.at(-1)).key
}
