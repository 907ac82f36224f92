import type { Body } from './replies.ts'

const scratch = Buffer.allocUnsafe(512 * 1024)
const encoder = new TextEncoder()

/**
 * Returns a body as bytes. They are written into one place first: to measure a text before it is written takes as long as
 * writing it.
 */
export function bodyBytes(body: Body): Buffer {
  const text = JSON.stringify(body)
  if (text.length * 3 > scratch.length) return Buffer.from(text)
  return Buffer.from(scratch.subarray(0, encoder.encodeInto(text, scratch).written))
}
