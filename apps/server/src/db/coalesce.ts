import { type RawBuilder, sql } from 'kysely'
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
      const { rows } = await sql<Record<string, never>>`select ${sql.join(columns)}`.execute(db)
      for (const [at, { resolve }] of turn.entries()) resolve(rows[0]![`v${at}`]!)
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
