import * as z from 'zod/mini'
import { libraryVersion } from './format.ts'
import { libraryFile } from './schema.ts'

/**
 * Returns the JSON Schema of nestmark.json (draft 2020-12). It allows unknown fields: later versions of Nestmark may add
 * some.
 */
export function librarySchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(libraryFile, { io: 'input' })
  return {
    $schema,
    $id: `urn:nestmark:library:${libraryVersion}`,
    title: 'nestmark.json',
    description: 'A Nestmark library, as the export of everything writes it.',
    ...rest,
  }
}
