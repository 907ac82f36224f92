import { createHash } from 'node:crypto'
import type { Example } from '@nestmark/contract/openapi/openapi'
import type { Operation } from '@nestmark/contract/operation'
import { vectors } from '@nestmark/encryption/vectors.testing'
import { otherValue } from '../support/envelopes.ts'
import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'

/** The caller: a person, a bearer token, or none. */
export type Who = Pick<Person, 'token'> | string | null

/** Calls operations over HTTP and records the first call of each as its example. */
export class Recorder {
  readonly examples: Record<string, Example> = {}
  readonly #app: TestApp

  constructor(app: TestApp) {
    this.#app = app
  }

  /**
   * Calls an operation and returns the `data` of its response.
   * @param input the body; for an upload the fields of the form, with the file as a Blob
   * @throws Error when the call is rejected
   */
  async call<T = never>(op: Operation, who: Who, input: Record<string, unknown> = {}): Promise<T> {
    // Items with the same time would have no order.
    this.#app.clock.now += 1000
    const token = who === null || typeof who === 'string' ? who : who.token
    const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]))
    const answer = await fetch(`${this.#app.origin}/api/${path}`, {
      method: op.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(op.method === 'POST' && op.transport !== 'upload' ? { 'content-type': 'application/json' } : {}),
      },
      ...(op.method === 'POST'
        ? { body: op.transport === 'upload' ? toFormData(input) : JSON.stringify(input) }
        : {}),
    })
    const body = op.transport === 'stream' ? await firstEvent(answer) : await readBody(op, answer)
    if (answer.status >= 400 || (body as { code?: string }).code)
      throw new Error(`${op.path}: ${JSON.stringify(body)}`)
    this.examples[op.path] ??= {
      ...(op.method === 'GET' ? { address: `/api/${path}` } : { input: shown(input) }),
      status: answer.status,
      answer: body,
    }
    return (body as { data: T }).data
  }
}

function toFormData(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) form.append(name, value, name === 'file' ? 'file' : undefined)
    else form.append(name, String(value))
  return form
}

/** Returns the input with shortened files, which are too long for an example. */
function shown(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      value instanceof Blob ? '(the bytes of the file)' : value,
    ]),
  )
}

async function readBody(op: Operation, answer: Response): Promise<unknown> {
  if (op.transport !== 'download' || !answer.ok) return answer.json()
  const text = await answer.text()
  return answer.headers.get('content-type')?.includes('zip') ? '…' : text
}

/** Returns the first event of a stream and closes it. */
async function firstEvent(answer: Response): Promise<string> {
  const reader = answer.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

/**
 * Removes the differences between runs from the examples: random ids and secrets are replaced by others of the same
 * length that depend only on their position, and the server gets a documentation address.
 */
export function steady(examples: Record<string, Example>, origin: string): Record<string, Example> {
  const known = new Map<string, string>()
  const published = partsOfVectors()
  const replaced = (secret: string) => {
    // Hyphenated words are names, not random secrets, and the doctype of a bookmark file must stay.
    if (/^[a-z]+([-_][a-z]+)*$/.test(secret) || secret.startsWith('NETSCAPE-')) return secret
    if (published.has(secret)) return secret
    const mark = /^nm[csw]_/.exec(secret)?.[0] ?? ''
    if (!known.has(secret)) {
      const made = createHash('sha512').update(`example ${known.size}`).digest('base64url')
      known.set(secret, mark + made.replace(/[-_]/g, 'x').slice(0, secret.length - mark.length))
    }
    return known.get(secret)!
  }
  const text = JSON.stringify(examples, (name, value: unknown) =>
    typeof value !== 'string' || name === 'png'
      ? value
      : value
          .replaceAll(origin, 'https://links.example.org')
          .replace(/\b([a-z]+)-[0-9a-f]{6}@example\.org/g, '$1@example.org')
          .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://bakery.example')
          .replace(/[A-Za-z0-9_-]{20,}/g, replaced),
  )
  return JSON.parse(text) as Record<string, Example>
}

/** Returns the parts of the published test vectors of encryption, which are the same in every run. */
function partsOfVectors(): Set<string> {
  return new Set(JSON.stringify([vectors, otherValue]).match(/[A-Za-z0-9_-]{20,}/g))
}

/**
 * Returns the form of a value: its fields and their types. A list has the form of its first entry;
 * `null` matches anything.
 */
export function formOfValue(value: unknown): unknown {
  if (value === null) return 'anything'
  if (Array.isArray(value)) return value.length === 0 ? 'list' : ['list of', formOfValue(value[0])]
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, formOfValue(each)]),
  )
}
