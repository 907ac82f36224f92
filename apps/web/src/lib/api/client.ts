import { createClient, Refusal } from '@nestmark/contract/client'
import { token } from '../token.ts'

export { Refusal }

/** The one client of the page: same origin, the token of this browser. */
export const client = createClient('', token.get, (...args) => fetch(...args))

/** The sentence to show for whatever was thrown. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  return 'Something went wrong on this page. Please try again.'
}
