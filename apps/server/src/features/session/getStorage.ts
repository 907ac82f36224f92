import type { getStorage as getStorageCall } from '@nestmark/contract/session'
import { toPlan } from '@nestmark/core/plans'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Handler } from '../../http/implement.ts'
import { toNextMonth } from '../../http/bandwidthMeter.ts'
import { toNamedCounts } from './toNamedCounts.ts'
import { findPerson, picturesByCategory } from './store.ts'

/**
 * Measures a person's storage (the pictures of their links, trashed ones included) at the time of the call, and
 * returns this month's traffic.
 */
export const getStorage: Handler<typeof getStorageCall, Actor> = async ({
  services: { db, meter, now },
  actor,
}) => {
  const person = await findPerson(db.read, actor.personId)
  if (!person) return refuse('session.expired')
  const sizes = await picturesByCategory(db.read, actor.personId)
  const of = (category: number) => sizes.get(category) ?? 0
  return {
    bw_limit: toPlan(person.plan).bandwidth,
    bw_used: await meter.readUsedBytes(actor.personId),
    bw_resets: toNextMonth(now()),
    storage_limit: toPlan(person.plan).storage,
    storage_used: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
    storage_cat: { see: of(1), watch: of(2), explore: of(3), read: of(4), listen: of(5) },
    count: toNamedCounts(person),
  }
}
