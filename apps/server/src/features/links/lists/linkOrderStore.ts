import { assertDefined } from '@nestmark/core/assertDefined'
import { pluck } from '@nestmark/core/pluck'
import { type RawBuilder, sql } from 'kysely'
import type { Granted } from '../../../access/grant.ts'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'

/** Positions per millisecond of a date: many links fit between two that were saved one after the other. */
const perMillisecond = 1024
/** The gap that links get which make room for others. */
const roomyGap = 16

/** Returns the position that a time gives, in milliseconds since 1970. Later links are after earlier ones. */
export const positionAt = (time: number): number => time * perMillisecond

/** Returns the positions of links that enter a collection together, in their order: after everything that was there before. */
export const positionInBatch = (time: number, nth: number): number => positionAt(time) + nth * roomyGap

/** Returns the expression for the position of a link, as the index `links_by_hand` has it. @param of 'x.' or '' */
export const positionOf = (of = ''): RawBuilder<number> =>
  sql.raw(`coalesce(${of}position, ${of}created_at * ${perMillisecond})`)

/** Returns the position of a link that was read. */
export const getPosition = (link: { position: number | null; created_at: number }): number =>
  link.position ?? positionAt(link.created_at)

/** The place of a link in its collection. */
export interface Place {
  seq: number
  /** Where it is; equal ones are in the order of their sequence numbers. */
  position: number
}

/** A link that got another place, with its previous position. */
export type Replaced = Place & { previous: number }

/** Returns the condition for rows after a place. The first part is for SQLite, whose index does not find pairs of expressions. */
export const isAfter = ({ position, seq }: Place): RawBuilder<boolean> =>
  sql<boolean>`${positionOf()} >= ${position} and (${positionOf()}, seq) > (${position}, ${seq})`

const isBefore = ({ position, seq }: Place): RawBuilder<boolean> =>
  sql<boolean>`${positionOf()} <= ${position} and (${positionOf()}, seq) < (${position}, ${seq})`

/** Where links of a collection move. */
interface LinkOrder {
  collectionId: string
  moved: readonly Place[]
  anchor: Anchor | null
  at: number
}
type Anchor = Place & { side: 'before' | 'after' }

/** The number of links that are read at once to find room. */
const readAtOnce = 200

/**
 * Moves live links of a collection next to one of its links, in the given order. Usually only they get another position;
 * where the gap is too small, the links before it move further to the front.
 * @param order `anchor` is that link, which may be one of the moved, or null for the end; `at` is the current time, in
 * milliseconds since 1970: new links stay after those at the end
 * @returns every link whose position was changed
 */
export async function placeLinks(
  tx: Tx,
  granted: Granted<'links.edit'>,
  { collectionId, moved, anchor, at }: LinkOrder,
): Promise<Replaced[]> {
  const others = sql`collection_id = ${collectionId} and trashed_at is null
    and not (${inList(tx, 'seq', pluck(moved, 'seq'))})`
  const next = anchor && (await readNext(tx, others, anchor))
  const { low, pushed } = await findRoom(tx, others, next, moved.length)
  const links = [...pushed.toReversed(), ...moved]
  const positions = spread(low, next?.position ?? null, links.length, at)
  const replaced = links.flatMap(({ seq, position: previous }, nth) => {
    const position = assertDefined(positions[nth], 'position')
    return position === previous ? [] : { seq, position, previous }
  })
  await setPositions(
    tx,
    granted,
    replaced.map(({ seq, position }) => [seq, position]),
  )
  return replaced
}

/** Returns the first of the other links that is to follow the moved ones. */
async function readNext(tx: Tx, others: RawBuilder<unknown>, anchor: Anchor): Promise<Place | null> {
  const from = anchor.side === 'before' ? { ...anchor, seq: anchor.seq - 1 } : anchor
  const [row] = await readPlaces(tx, sql`${others} and ${isAfter(from)}`, 'asc', 1)
  return row ?? null
}

/**
 * Finds the room before a link.
 * @param next the link that follows; null for the end
 * @param count the links that need room
 * @returns the position before the room, null at the front; and the links before it that must move to make room, the nearest
 * first
 */
async function findRoom(
  tx: Tx,
  others: RawBuilder<unknown>,
  next: Place | null,
  count: number,
): Promise<{ low: number | null; pushed: Place[] }> {
  const pushed: Place[] = []
  for (let after = next; ;) {
    const rest = after ? sql`${others} and ${isBefore(after)}` : others
    const rows = await readPlaces(tx, rest, 'desc', pushed.length === 0 ? 1 : readAtOnce)
    for (const row of rows) {
      const needed = pushed.length === 0 ? count + 1 : (pushed.length + count + 1) * roomyGap
      if (!next || next.position - row.position >= needed) return { low: row.position, pushed }
      pushed.push(row)
    }
    after = rows.at(-1) ?? null
    if (!after) return { low: null, pushed }
  }
}

async function readPlaces(
  tx: Tx,
  where: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  limit: number,
): Promise<Place[]> {
  const order = sql.raw(direction)
  const { rows } = await sql<Place>`select seq, ${positionOf()} as position from links where ${where}
    order by ${positionOf()} ${order}, seq ${order} limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** Returns ascending positions between two others; null for the front and the end. */
function spread(low: number | null, high: number | null, count: number, at: number): number[] {
  const nth = Array.from({ length: count }, (_, n) => n + 1)
  if (high === null) {
    const from = low ?? positionAt(at) - (count + 1) * perMillisecond
    return nth.map(n => from + n * perMillisecond)
  }
  if (low === null) return nth.map(n => high - (count + 1 - n) * perMillisecond)
  const gap = Math.floor((high - low) / (count + 1))
  return nth.map(n => low + n * gap)
}

/** Sets the positions of links. The order is not a part of a link, so their versions stay. */
export async function setPositions(
  tx: Tx,
  _granted: Granted<'links.edit'> | Granted<'links.move'>,
  positions: readonly (readonly [seq: number, position: number])[],
): Promise<void> {
  if (positions.length === 0) return
  await sql`update links set position = d.position
    from (with d(seq, position) as (${bulkRows(tx, ['int', 'int'], positions)}) select * from d) d
    where links.seq = d.seq`.execute(tx)
}
