import { listCollectionLinks } from '@nestmark/contract/links/links'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRow } from '../../../db/statements/readRow.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact } from '../../../test/support/jobs.ts'
import { signIn } from '../../../test/support/people.ts'
import { bookmarkText, importText } from './files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => stopIntact(app))

test('IO-01 SRCH-01 the index has the links of an import at its end, and lists from before show them', async () => {
  const ada = await signIn(app, 'ada')
  const search = async () =>
    (await ada.call(listCollectionLinks, { folder_id: ada.rootId, input: 'wren299' })).links.map(
      link => link.name,
    )
  expect(await search()).toEqual([])
  const rows = Array.from({ length: 300 }, (_, n) => `<DT><A HREF="https://a${n}.example/">wren${n}</A>\n`)
  expect((await importText(app, ada, bookmarkText(rows.join('')))).report?.links).toBe(300)
  expect(await search()).toEqual(['wren299'])
  if (app.services.db.kind === 'sqlite') return
  // The number of pages of entries that were not in the index yet.
  const { pages } = await readRow(
    app.services.db.read,
    sql<{ pages: number }>`select gin_clean_pending_list('links_terms') as pages`,
  )
  expect(pages).toBe(0)
})
