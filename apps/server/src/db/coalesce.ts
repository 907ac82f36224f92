import { type RawBuilder, sql } from 'kysely'
import { readRow } from './readRow.ts'
import type { Queries } from './db.ts'

/** Loads one value, as a column of a statement returns it. */
export type Ask = <T>(value: RawBuilder<T>) => Promise<T>

interface Asked {
  value: RawBuilder<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** Loads the values requested in the same tick with one statement, and so with one round trip. */
export function coalesce(db: Queries): Ask {
  let asked: Asked[] = []

  async function send(): Promise<void> {
    const turn = asked
    asked = []
    try {
      const columns = turn.map(({ value }, at) => sql`${value} as ${sql.ref(`v${at}`)}`)
      const row = await readRow(db, sql<Record<string, never>>`select ${sql.join(columns)}`)
      for (const [at, { resolve }] of turn.entries()) resolve(row[`v${at}`] as never)
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
  }

  return value =>
    new Promise((resolve, reject) => {
      // After all code of this tick has made its requests.
      if (asked.push({ value, resolve, reject }) === 1) queueMicrotask(() => void send())
    })
}
