import * as z from 'zod/mini'

export type Json = Record<string, unknown>

/** Returns the JSON schema of what a caller sends (`input`) or of what is valid afterwards (`output`). */
export function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
