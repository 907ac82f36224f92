import { once } from 'node:events'
import { Readable } from 'node:stream'
import { openTarget } from './openTestStore.testing.ts'

/** Writes two parts that arrive on the standard input after a line of JSON, and prints the tag of each. */

let rest: Buffer = Buffer.alloc(0)
async function fill(): Promise<void> {
  await once(process.stdin, 'readable')
  for (
    let chunk = process.stdin.read() as Buffer | null;
    chunk;
    chunk = process.stdin.read() as Buffer | null
  )
    rest = Buffer.concat([rest, chunk])
}
async function* take(size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    if (rest.length === 0) await fill()
    const chunk = rest.subarray(0, left)
    rest = rest.subarray(chunk.length)
    left -= chunk.length
    yield chunk
  }
}

while (!rest.includes('\n')) await fill()
const end = rest.indexOf('\n')
const { target, key, uploadId, partSize } = JSON.parse(rest.subarray(0, end).toString())
rest = rest.subarray(end + 1)
const store = await openTarget(target)
for (const number of [0, 1]) {
  const part = { number, offset: number * partSize, size: partSize }
  console.log(await store.writePart(key, uploadId, part, Readable.from(take(partSize))))
}
