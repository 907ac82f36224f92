import type { Operation } from '@nestmark/contract/operation'
import { JsonReply } from '../../calls/replies.ts'
import { type ResponseBody, toSuccessBody } from './responseBody.ts'

const scratch = Buffer.allocUnsafe(512 * 1024)

/** Returns the parts of the text of a body. */
function toTexts({ data, ...rest }: ResponseBody): string[] {
  if (!(data instanceof JsonReply)) return [JSON.stringify({ ...rest, data })]
  const items = data.items.map((item, at) => (at === 0 ? item : `,${item}`))
  return [`${JSON.stringify(rest).slice(0, -1)},"data":[`, ...items, ']}']
}

/**
 * Returns a body as bytes. They are encoded into a scratch buffer first, because measuring a text takes as
 * long as encoding it. Items are encoded one by one: a single character above U+00FF makes the encoding of the string
 * around it 50 times slower.
 */
export function encodeBody(body: ResponseBody): Buffer {
  const texts = toTexts(body)
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length * 3 > scratch.length) return Buffer.concat(texts.map(text => Buffer.from(text)))
  let at = 0
  for (const text of texts) at += scratch.write(text, at)
  return Buffer.from(scratch.subarray(0, at))
}

/** Returns the response of a successful action: its status, and its body as bytes. */
export function encodeResult(op: Operation, result: unknown): { status: number; bytes: Buffer } {
  const body = toSuccessBody(op, result)
  return { status: body.status, bytes: encodeBody(body) }
}
