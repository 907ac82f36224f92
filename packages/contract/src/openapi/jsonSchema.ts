import * as z from 'zod/mini'

export type Json = Record<string, unknown>

/** Returns the JSON schema of the values that a caller sends (`input`) or of the values after validation (`output`). */
export function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: withoutPattern,
  }) as Json
  return rest
}

/** Omits the pattern of a format, such as a date or an address: the name of the format is enough. */
function withoutPattern({ jsonSchema }: { jsonSchema: { format?: unknown; pattern?: unknown } }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}
