import type { ResponseBody } from './responseBody.ts'

const scratch = Buffer.allocUnsafe(512 * 1024)
const encoder = new TextEncoder()

/**
 * Returns a body as bytes. They are encoded into a scratch buffer first, because measuring a text takes as
 * long as encoding it.
 */
export function encodeBody(body: ResponseBody): Buffer {
  const text = JSON.stringify(body)
  if (text.length * 3 > scratch.length) return Buffer.from(text)
  return Buffer.from(scratch.subarray(0, encoder.encodeInto(text, scratch).written))
}
