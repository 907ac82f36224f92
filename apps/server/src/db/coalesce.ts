import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './db.ts'

/** Asks the database for one value, as a column of a statement would give it. */
export type Ask = <T>(value: RawBuilder<T>) => Promise<T>

interface Asked {
  value: RawBuilder<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** Values that are asked for in the same moment come by one statement, and so by one way to the database. */
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
      // When all that runs in this moment has asked.
      if (asked.push({ value, resolve, reject }) === 1) queueMicrotask(() => void send())
    })
}
