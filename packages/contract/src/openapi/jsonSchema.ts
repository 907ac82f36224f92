import * as z from 'zod/mini'
import { type ErrorCode, errorStatus } from '../errors.ts'

export type Json = Record<string, unknown>

/** Returns a parameter of a call, whose value is text. */
export const toParameter = (
  place: 'path' | 'query' | 'header',
  name: string,
  description?: string,
  required = true,
): Json => ({ name, in: place, required, description, schema: { type: 'string' } })

/**
 * Returns the responses of refusals, by status.
 * @param sentence returns the sentence of an error code
 */
export const toRefusals = (codes: readonly ErrorCode[], sentence: (code: string) => string): Json =>
  Object.fromEntries(
    [...Map.groupBy(codes, code => errorStatus[code])].map(([status, list]) => [
      status,
      { description: list.map(code => `${code}: ${sentence(code)}`).join('\n\n') },
    ]),
  )

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
