import type { ErrorCode } from '@nestmark/contract/errors'
import { Refused } from '../access/refuse.ts'

/** More levels than any operation takes; what is deeper is not walked, so that no reader of it runs out of stack. */
const mostLevels = 32

export interface InputFault {
  path: string
  code: ErrorCode
}

/** Returns whether a text can be stored: well-formed Unicode, without the NUL that PostgreSQL takes in no text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * Finds what no database keeps in what a caller sent: a text that is not well-formed Unicode or holds a NUL, also as the
 * name of a field, and values that are nested too deeply. It walks without recursion.
 * @param input parsed JSON, a query, or the parameters of a path
 * @returns the first that was found, with the path to it, or null
 */
export function inputFault(input: unknown): InputFault | null {
  const open: { value: unknown; path: string; level: number }[] = [{ value: input, path: '', level: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, level } = next
    if (typeof value === 'string') {
      if (!isStorable(value)) return { path, code: 'request.textInvalid' }
    } else if (typeof value === 'object' && value !== null) {
      if (level >= mostLevels) return { path, code: 'request.tooDeep' }
      for (const [name, each] of Object.entries(value)) {
        if (!isStorable(name)) return { path, code: 'request.textInvalid' }
        if (typeof each !== 'string' && (typeof each !== 'object' || each === null)) continue
        open.push({ value: each, path: path === '' ? name : `${path}.${name}`, level: level + 1 })
      }
    }
  }
  return null
}

/**
 * Ends the call when a caller sent what cannot be stored.
 * @throws Refused 'request.textInvalid' or 'request.tooDeep', with the path
 */
export function checkInput(input: unknown): void {
  const fault = inputFault(input)
  if (fault) throw new Refused(fault.code, { fields: [fault] })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a body as JSON; an empty one counts as {}.
 * @throws Refused 'request.notJson' for what is no JSON or no UTF-8, and as `checkInput` does
 */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(body))
  } catch {
    throw new Refused('request.notJson')
  }
  checkInput(value)
  return value
}
