import { expect, test } from 'vitest'
import { countFolders } from './countFolders.ts'

/** Returns a file that is read in parts of some characters. */
const inParts = (text: string, size: number) =>
  ({
    stream: () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < text.length; at += size)
            controller.enqueue(new TextEncoder().encode(text.slice(at, at + size)))
          controller.close()
        },
      }),
  }) as unknown as Blob

test.each([1, 2, 3, 4, 7, 1000])('IO-01 folders are counted once in parts of %i characters', async size => {
  const text =
    '<DL><DT><H3 ADD_DATE="1">One</H3><dl><dt><h3>Two</h3></dl><h1>No</h1><A HREF="#<h3">x</A></DL>'
  // An incomplete tag is not counted.
  expect(await countFolders(inParts(text, size), 100)).toBe(2)
  expect(await countFolders(inParts(text, size), 1)).toBe(1)
})
