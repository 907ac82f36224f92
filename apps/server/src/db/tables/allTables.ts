import { accountTables, type AccountTables } from './accountTables.ts'
import { copyTables, type CopyTables } from './copyTables.ts'
import { encryptionTables, type EncryptionTables } from './encryptionTables.ts'
import { feedTables, type FeedTables } from './feedTables.ts'
import { fileTables, type FileTables } from './fileTables.ts'
import { highlightTables, type HighlightTables } from './highlightTables.ts'
import { libraryTables, type LibraryTables } from './libraryTables.ts'
import { linkCheckTables, type LinkCheckTables } from './linkCheckTables.ts'
import { paymentTables, type PaymentTables } from './paymentTables.ts'
import { ruleTables, type RuleTables } from './ruleTables.ts'
import { sharedTables, type SharedTables } from './sharedTables.ts'
import type { TableDeclaration } from './tableDeclaration.ts'
import { personTables, type PersonTables } from './tables.ts'
import { webhookTables, type WebhookTables } from './webhookTables.ts'

/** The rows as both databases return them. Times are milliseconds since 1970, flags are 0 or 1. */
export interface Tables
  extends
    AccountTables,
    PersonTables,
    LibraryTables,
    SharedTables,
    FileTables,
    CopyTables,
    HighlightTables,
    LinkCheckTables,
    RuleTables,
    FeedTables,
    WebhookTables,
    EncryptionTables,
    PaymentTables {}

export type TableName = keyof Tables

/** The declarations of all tables. */
export const tables: Readonly<Record<TableName, TableDeclaration>> = {
  ...accountTables,
  ...personTables,
  ...libraryTables,
  ...sharedTables,
  ...fileTables,
  ...copyTables,
  ...highlightTables,
  ...linkCheckTables,
  ...ruleTables,
  ...feedTables,
  ...webhookTables,
  ...encryptionTables,
  ...paymentTables,
}

/** Returns the tables whose declaration meets a condition, in the order of their declarations. */
export function tablesWhere(meets: (table: TableDeclaration) => boolean): TableName[] {
  return (Object.keys(tables) as TableName[]).filter(name => meets(tables[name]))
}

/** Returns the foreign keys of a table: columns with the key of a row of a table. */
export function listReferences(name: TableName) {
  return Object.entries(tables[name].references ?? {}).map(([column, table]) => ({
    column,
    table: table as TableName,
    key: column.endsWith('_seq') ? ('seq' as const) : ('id' as const),
  }))
}

/** Returns the columns of a table that reference the other table. */
export function referencesTo(name: TableName, other: TableName): string[] {
  return listReferences(name).flatMap(({ column, table }) => (table === other ? [column] : []))
}
