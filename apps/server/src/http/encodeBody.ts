import { JsonReply } from './implement.ts'
import type { ResponseBody } from './responseBody.ts'

const scratch = Buffer.allocUnsafe(512 * 1024)
const encoder = new TextEncoder()

function toText({ data, ...rest }: ResponseBody): string {
  return data instanceof JsonReply
    ? `${JSON.stringify(rest).slice(0, -1)},"data":${data.json}}`
    : JSON.stringify({ ...rest, data })
}

/**
 * Returns a body as bytes. They are encoded into a scratch buffer first, because measuring a text takes as
 * long as encoding it.
 */
export function encodeBody(body: ResponseBody): Buffer {
  const text = toText(body)
  if (text.length * 3 > scratch.length) return Buffer.from(text)
  return Buffer.from(scratch.subarray(0, encoder.encodeInto(text, scratch).written))
}
