import type { FastifyRequest } from 'fastify'

/** Returns the country that the operator's proxy reports, as two capital letters; '' without one. */
export function parseCountry({ headers }: Pick<FastifyRequest, 'headers'>, header: string | null): string {
  const country = header === null ? undefined : headers[header]
  return typeof country === 'string' && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : ''
}
