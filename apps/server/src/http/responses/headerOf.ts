import type { FastifyRequest } from 'fastify'

/** Returns the value of a header; undefined when it is absent or was sent more than once as a list. */
export const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
