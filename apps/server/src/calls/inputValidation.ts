import type { ErrorCode } from '@nestmark/contract/errors'
import { Refused } from '../access/refuse.ts'

/**
 * More levels than any operation accepts; deeper values are rejected, which protects later code from a stack
 * overflow.
 */
const maxDepth = 32

export interface InputProblem {
  path: string
  code: ErrorCode
}

/**
 * Returns true when a text can be stored: well-formed Unicode, without NUL, which PostgreSQL does not accept.
 */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * Finds input that cannot be stored: texts and field names that are not well-formed Unicode or contain NUL,
 * and values nested too deeply. It does not recurse.
 * @param input parsed JSON, a query, or path parameters
 * @returns the first error with its path, or null
 */
export function findInputProblem(input: unknown): InputProblem | null {
  const open: { value: unknown; path: string; level: number }[] = [{ value: input, path: '', level: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, level } = next
    if (typeof value === 'string') {
      if (!isStorable(value)) return { path, code: 'request.textInvalid' }
    } else if (typeof value === 'object' && value !== null) {
      if (level >= maxDepth) return { path, code: 'request.tooDeep' }
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
 * Asserts that the input can be stored.
 * @throws Refused 'request.textInvalid' or 'request.tooDeep', with the path
 */
export function assertStorable(input: unknown): void {
  const problem = findInputProblem(input)
  if (problem) throw new Refused(problem.code, { fields: [problem] })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a body as JSON; an empty one is {}.
 * @throws Refused 'request.notJson' for invalid JSON or UTF-8, and the errors of `assertStorable`
 */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(body))
  } catch {
    throw new Refused('request.notJson')
  }
  assertStorable(value)
  return value
}
