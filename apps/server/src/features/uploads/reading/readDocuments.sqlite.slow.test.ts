import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { createPdf } from '../../../test/support/pdfSamples.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { readPicture, saveAndRead, unknown } from '../../../test/support/reading.ts'
import { readFile } from './readFile.job.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  await app.stop()
})

const read = (bytes: Uint8Array, type: string) => saveAndRead(app, ada, bytes, type)

describe('UPL-02 U07 documents', () => {
  const document = (bytes: Buffer) => read(bytes, 'application/pdf')

  test('reads the pages, the title and the first page of a PDF', async () => {
    const pdf = createPdf(Array.from({ length: 200 }, (_, at) => `Words of page ${at + 1}`))
    const link = await document(pdf)
    expect(link.media).toMatchObject({ ...unknown, pages: 200, title: 'Ein Titel', state: 'ready' })
    const picture = await readPicture(app, link)
    expect([picture.width, picture.height, picture.thumb]).toEqual([640, 906, [160, 227]])
    expect([picture.at(20, 890), picture.at(600, 20)]).toEqual(['blue', 'white'])
  })

  test('reports a PDF with a password as such, and nevertheless reads one without a table of its objects', async () => {
    const locked = await document(createPdf(['Secret'], { password: 'sesame' }))
    expect(locked).toMatchObject({
      media: { ...unknown, state: 'failed', fault: 'protected' },
      thumbnail: '',
    })
    expect((await document(createPdf(['Open'], { password: '' }))).media?.pages).toBe(1)
    const pdf = createPdf(['One', 'Two'])
    const offsets = pdf.toString('latin1').replace(/\d{10} 00000 n/g, '0000099999 00000 n')
    expect((await document(Buffer.from(offsets, 'latin1'))).media).toMatchObject({ pages: 2, state: 'ready' })
    const cut = await document(pdf.subarray(0, 200))
    expect(cut.media).toMatchObject({ ...unknown, state: 'failed', fault: 'unreadable' })
  })

  test('a page of a million points becomes a small picture', async () => {
    const link = await document(createPdf(['Large'], { size: [1_000_000, 1_000_000] }))
    expect(link).toMatchObject({ media: { pages: 1, state: 'ready' }, thumbnail_width: 640 })
  })

  test('gives the words of a document to the search once, at most 500 pages and one megabyte', async () => {
    const stored: [string, number][] = []
    const kind = readFile(
      app.services,
      async text =>
        async (_tx, { seq }) =>
          void stored.push([text, seq]),
    )
    const run = async (bytes: Buffer) => {
      const link = await document(bytes)
      const { db } = app.services
      await db.write(tx =>
        tx.updateTable('files').set({ state: 'working' }).where('link_id', '=', link._id).execute(),
      )
      const job = { payload: JSON.stringify({ link: link._id }), attempts: 1 } as never
      await kind.run(job, new AbortController().signal, { isWanted: async () => false })
      await kind.run(job, new AbortController().signal, { isWanted: async () => false })
      const [first, ...rest] = stored.splice(0)
      const { seq } = await db.read
        .selectFrom('links')
        .select('seq')
        .where('id', '=', link._id)
        .executeTakeFirstOrThrow()
      expect([first?.[1], rest]).toEqual([seq, []])
      return first![0]
    }
    expect(await run(createPdf(['One', 'Two']))).toBe('One\fTwo')
    const many = await run(createPdf(Array.from({ length: 510 }, (_, at) => `page ${at + 1}`)))
    expect(many.split('\f')).toHaveLength(500)
    const long = await run(createPdf(Array.from({ length: 30 }, () => 'a '.repeat(25_000))))
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(1_000_000)
    expect(long.length).toBeGreaterThan(700_000)
  })
})
