import type { ErrorCode } from '@nestmark/contract/errors'
import { errorStatus } from '@nestmark/contract/errors'
import type { Operation } from '@nestmark/contract/operation'
import { errorTexts } from '@nestmark/texts/errors'
import type { Outcome } from './row.testing.ts'

export interface Answer {
  status: number
  /** The raw response body. */
  text: string
  body: { code?: ErrorCode; message?: string; data?: unknown }
}

/** Calls an operation over HTTP with this bearer token or none. */
export async function ask(
  origin: string,
  op: Operation,
  token: string | null,
  input: Record<string, unknown>,
): Promise<Answer> {
  const stop = new AbortController()
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = op.transport === 'stream' ? `?${new URLSearchParams(input as never).toString()}` : ''
  const isForm = op.transport === 'upload'
  const answer = await fetch(`${origin}/api/${path}${query}`, {
    method: op.method,
    signal: stop.signal,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(op.method === 'POST' && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(op.method === 'POST' ? { body: isForm ? toFormData(input) : JSON.stringify(input) } : {}),
  })
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    const { value } = await answer.body!.getReader().read()
    stop.abort()
    return { status: answer.status, text: new TextDecoder().decode(value), body: {} }
  }
  const text = await answer.text()
  return { status: answer.status, text, body: type.startsWith('application/json') ? JSON.parse(text) : {} }
}

function toFormData({ file, parent, folder_id, picture, url }: Record<string, unknown>): FormData {
  const form = new FormData()
  if (parent) form.set('parent', String(parent))
  if (folder_id) form.set('folder_id', String(folder_id))
  if (url) form.set('url', String(url))
  form.set('type', 'html')
  form.set('file', new Blob(picture ? [onePixel()] : [String(file)]), picture ? 'p.png' : 'b.html')
  return form
}

/** Returns a PNG of one pixel. */
const onePixel = () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

/** Returns the outcome of a call as in the table; anything else as a description. */
export function toOutcome({ status, body }: Answer, changed: boolean | undefined): string {
  if (body.code !== undefined) return toRefusal(status, body)
  const shown = body.data as { code?: string | null } | undefined
  if (status === 203 && shown?.code) return `203 ${shown.code}`
  if (status !== 200 && status !== 202) return `status ${status}`
  return changed === false ? 'same' : 'done'
}

/** Errors with additional data: the existing account, and the specification's fields of a coupon. */
const mayHaveData: ReadonlySet<ErrorCode> = new Set(['session.accountExists', 'coupons.invalid'])

/** Returns the code of an error that has only its status and its sentence, else a description of the difference. */
function toRefusal(status: number, { code, message, data }: Answer['body']): Outcome | string {
  const right = status === errorStatus[code!] && message === errorTexts[code!]
  const bare = data === null || mayHaveData.has(code!)
  return right && bare ? code! : `${code} ${status} ${message} ${JSON.stringify(data)}`
}
