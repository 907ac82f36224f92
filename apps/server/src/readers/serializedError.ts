import { Refused } from '../access/refuse.ts'
import type { SerializedError } from './messages.ts'

/** Returns an error as data that can be sent to another thread. */
export function serializeError(error: unknown): SerializedError {
  if (error instanceof Refused) {
    const { code, fields, data, retryAfter, name, message } = error
    const refused = { code, fields, data, ...(retryAfter === undefined ? {} : { retryAfter }) }
    return { refused, name, message }
  }
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return { name, message, ...(stack ? { stack } : {}), code, errcode }
}

/** Returns an error sent by another thread, as this thread would have thrown it. */
export function deserializeError({ refused, name, message, stack, code, errcode }: SerializedError): Error {
  if (refused) return new Refused(refused.code as Refused['code'], refused as never)
  const error = new Error(message)
  return Object.assign(error, { name, ...(stack ? { stack } : {}), code, errcode })
}
