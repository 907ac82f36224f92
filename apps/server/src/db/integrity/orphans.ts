import { sql } from 'kysely'
import { listReferences, type TableName, tables, tablesWhere } from '../tables/allTables.ts'
import type { Check } from './check.ts'

const named = Map.groupBy(
  tablesWhere(table => table.orphans !== undefined),
  name => tables[name].orphans ?? '',
)

/** Checks that what rows reference exists, by the declarations of tables. Tables with the same text have one check. */
export const orphanChecks: readonly Check[] = [...named].map(([violation, names]) => ({
  violation,
  find: () => sql.join(names.map(findOrphans), sql` union all `),
}))

function findOrphans(name: TableName) {
  const lost = listReferences(name).map(
    ({ column, table, key }) =>
      sql`${sql.ref(column)} not in (select ${sql.ref(key)} from ${sql.table(table)})`,
  )
  return sql`select ${sql.ref(tables[name].key ?? 'id')} as id from ${sql.table(name)}
    where ${sql.join(lost, sql` or `)}`
}
