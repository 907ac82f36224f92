import type { CleanedWhere, CustomAdapter } from 'better-auth/adapters'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { hashToken } from '../../../access/tokens.ts'

/** The sign-in library names tables and columns at run time. */
type AnyTables = Record<string, Record<string, unknown>>
export type AnyQueries = Kysely<AnyTables>

/** The target of the statements: the database directly, or a transaction. */
export interface StatementTarget {
  read(): Promise<AnyQueries>
  write<T>(work: (tx: AnyQueries) => Promise<T>): Promise<T>
}

/**
 * Translates the sign-in library's calls to statements. Session tokens are hashed when written and never read back.
 */
export function statements({ read, write }: StatementTarget): CustomAdapter {
  return {
    create: ({ model, data }) =>
      write(async tx => {
        const query = tx.insertInto(model).values(hashed(model, data)).returningAll()
        return { ...(await query.executeTakeFirstOrThrow()), ...data }
      }),
    findOne: async ({ model, where }) => {
      const query = (await read()).selectFrom(model).selectAll().where(matching(model, where))
      return presentRow(model, where, await query.executeTakeFirst())
    },
    findMany: async ({ model, where, limit, offset, sortBy }) => {
      let query = (await read()).selectFrom(model).selectAll().where(matching(model, where)).limit(limit)
      if (sortBy) query = query.orderBy(sortBy.field, sortBy.direction)
      if (offset) query = query.offset(offset)
      return (await query.execute()).map(row => presentRow(model, [], row)) as never[]
    },
    count: async ({ model, where }) => {
      const query = (await read()).selectFrom(model).where(matching(model, where))
      return Number((await query.select(eb => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
    },
    update: ({ model, where, update }) =>
      write(async tx => {
        const set = hashed(model, update as Record<string, unknown>)
        const query = tx.updateTable(model).set(set).where(matching(model, where)).returningAll()
        return presentRow(model, where, await query.executeTakeFirst())
      }),
    updateMany: ({ model, where, update }) =>
      write(async tx => {
        const query = tx.updateTable(model).set(hashed(model, update)).where(matching(model, where))
        return Number((await query.executeTakeFirst()).numUpdatedRows)
      }),
    delete: ({ model, where }) =>
      write(async tx => void (await tx.deleteFrom(model).where(matching(model, where)).execute())),
    deleteMany: ({ model, where }) =>
      write(async tx => {
        const query = tx.deleteFrom(model).where(matching(model, where))
        return Number((await query.executeTakeFirst()).numDeletedRows)
      }),
    consumeOne: ({ model, where }) =>
      write(async tx => {
        const one = tx.selectFrom(model).select('id').where(matching(model, where)).limit(1)
        return presentRow(
          model,
          where,
          await tx.deleteFrom(model).where('id', '=', one).returningAll().executeTakeFirst(),
        )
      }),
  }
}

/** Only the operators that the library's own calls use; any other fails instead of matching too much. */
const operators = { eq: '=', ne: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=', in: 'in' } as const

function matching(model: string, where: CleanedWhere[] = []) {
  return (eb: ExpressionBuilder<AnyTables, string>) =>
    eb.and(
      where.map(({ field, operator, value, connector, mode }) => {
        const sign = operators[operator as keyof typeof operators]
        if (!sign || connector !== 'AND' || mode !== 'sensitive')
          throw new Error(`The sign-in store does not know "${connector} ${operator}" (${mode}).`)
        if (value === null) return eb(field, operator === 'ne' ? 'is not' : 'is', null)
        return eb(field, sign, isToken(model, field) ? hashTokens(value) : value)
      }),
    )
}

function isToken(model: string, field: string): boolean {
  return model === 'session' && field === 'token'
}

function hashTokens(value: unknown): unknown {
  return Array.isArray(value) ? value.map(hashTokens) : hashToken(String(value))
}

function hashed(model: string, data: Record<string, unknown>): Record<string, unknown> {
  return model === 'session' && data.token !== undefined ? { ...data, token: hashTokens(data.token) } : data
}

/** Returns a row in the form for the library: with the session token of its query, and never with the hash. */
function presentRow<T>(
  model: string,
  where: CleanedWhere[],
  row: Record<string, unknown> | undefined,
): T | null {
  if (!row) return null
  if (model !== 'session') return row as T
  const asked = where.find(({ field, operator }) => field === 'token' && operator === 'eq')
  return { ...row, token: asked ? asked.value : '' } as T
}
