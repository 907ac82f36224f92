import { AsyncLocalStorage } from 'node:async_hooks'
import { createAdapterFactory, type CustomAdapter } from 'better-auth/adapters'
import type { Db } from '../../../db/db.ts'
import { classifyDatabaseError } from '../../../db/databaseErrors.ts'
import { type AnyQueries, type StatementTarget, statements } from './authTableStore.ts'
import { lazyTransaction } from './lazyTransaction.ts'

type Factory = ReturnType<typeof createAdapterFactory>
type Transaction = Parameters<typeof createAdapterFactory>[0]['config']['transaction']

const troubles = new AsyncLocalStorage<{ found?: unknown }>()

/**
 * Runs a call of the sign-in library. The library answers some database errors as if nothing had failed, such as a
 * sign-out that did not happen.
 * @throws the error of a database that is full or unavailable
 */
export async function throwingTrouble<T>(work: () => Promise<T>): Promise<T> {
  const seen: { found?: unknown } = {}
  const result = await troubles.run(seen, work)
  if (seen.found !== undefined) throw seen.found
  return result
}

function note(error: unknown): void {
  const seen = troubles.getStore()
  if (seen && classifyDatabaseError(error)) seen.found = error
}

/**
 * The sign-in library's adapter to our database: times as milliseconds, flags as 0 and 1, session tokens as hashes.
 */
export function authStore(db: Db): Factory {
  const direct: StatementTarget = {
    read: async () => db.read as unknown as AnyQueries,
    write: work => db.write(tx => work(tx as unknown as AnyQueries)),
  }
  return options => {
    const transaction: Transaction = async callback => {
      const work = lazyTransaction(db)
      const inside: StatementTarget = {
        read: async () => (await work.read()) as unknown as AnyQueries,
        write: async query => query((await work.write()) as unknown as AnyQueries),
      }
      try {
        const result = await callback(adapter(inside, false)(options))
        await work.commit()
        return result
      } catch (error) {
        note(error)
        await work.rollback(error)
        throw error
      }
    }
    return adapter(direct, transaction)(options)
  }
}

function adapter(target: StatementTarget, transaction: Transaction): Factory {
  return createAdapterFactory({
    config: {
      adapterId: 'nestmark',
      supportsBooleans: false,
      supportsNumericIds: false,
      transaction,
      customTransformInput: ({ data }) => (data instanceof Date ? data.getTime() : data),
      customTransformOutput: ({ data, fieldAttributes }) =>
        fieldAttributes.type === 'date' && typeof data === 'number' ? new Date(data) : data,
    },
    adapter: () => watched(statements(target)),
  })
}

function watched(adapter: CustomAdapter): CustomAdapter {
  const entries = Object.entries(adapter).map(([name, call]) => [
    name,
    async (input: never) => {
      try {
        return await (call as (given: never) => Promise<unknown>)(input)
      } catch (error) {
        note(error)
        throw error
      }
    },
  ])
  return Object.fromEntries(entries) as CustomAdapter
}
