import type { PlainLinkFields } from '@nestmark/contract/links/plainLinkFields'
import { plainLinkColumns } from '../../../db/tables/libraryTables.ts'

/** Returns the fields of a link that are stored as sent; a change replaces those that it has. */
export function pickPlainFields(
  link: PlainLinkFields,
  change: Partial<PlainLinkFields> = {},
): PlainLinkFields {
  return Object.fromEntries(
    plainLinkColumns.map(name => [name, change[name] ?? link[name]]),
  ) as unknown as PlainLinkFields
}
