import { type RawBuilder, sql } from 'kysely'
import { isRemote } from '../dialect.ts'
import { readRow } from './readRow.ts'
import type { Queries } from '../db.ts'

/** Loads one value, as a column of a statement returns it. */
export type LoadValue = <T>(value: RawBuilder<T>) => Promise<T>

interface PendingValue {
  value: RawBuilder<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/**
 * Loads the values requested in the same tick with one statement, and so with one round trip. A remote database receives
 * it after all other statements of the tick: it works on those first, and they take longer than single values.
 */
export function coalesce(db: Queries): LoadValue {
  const afterTick = isRemote(db) ? setImmediate : queueMicrotask
  let pending: PendingValue[] = []

  async function send(): Promise<void> {
    const batch = pending
    pending = []
    try {
      const columns = batch.map(({ value }, at) => sql`${value} as ${sql.ref(`v${at}`)}`)
      const row = await readRow(db, sql<Record<string, never>>`select ${sql.join(columns)}`)
      for (const [at, { resolve }] of batch.entries()) resolve(row[`v${at}`] as never)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return value =>
    new Promise((resolve, reject) => {
      // After all code of this tick has made its requests.
      if (pending.push({ value, resolve, reject }) === 1) afterTick(() => void send())
    })
}
