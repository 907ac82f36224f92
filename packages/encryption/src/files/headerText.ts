import { fromBase64url, fromUtf8, toBase64url, toUtf8 } from '../bytes.ts'
import { check, fail } from '../encryptionError.ts'

/** Returns a header as base64url of its JSON. */
export function writeHeader(header: Record<string, string | number>): string {
  return toBase64url(toUtf8(JSON.stringify(header)))
}

/**
 * Reads a header with exactly these fields, in this order and of these types. Every other text is refused, also one that
 * means the same in JSON: a header that is not authenticated must have one form only.
 * @param types an example of each field
 */
export function readHeader<T extends Record<string, string | number>>(text: string, types: T): T {
  check(text.length <= 2000)
  const json = fromUtf8(fromBase64url(text))
  const parsed: unknown = parseJson(json)
  check(typeof parsed === 'object' && parsed !== null)
  const values = new Map<string, unknown>(Object.entries(parsed))
  const header = Object.fromEntries(Object.keys(types).map(name => [name, values.get(name)]))
  check(Object.entries(types).every(([name, example]) => typeof header[name] === typeof example))
  check(JSON.stringify(header) === json)
  return header as T
}

/** Parses JSON. @throws EncryptionError when it is none */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail()
  }
}
