import { startImport } from '@nestmark/contract/transfer/importPreview'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { waitForEnd } from '../../../test/support/jobs.ts'
import { signIn } from '../../../test/support/people.ts'
import { bookmarkText, importText } from '../files/files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const link = (name: string, attributes: string) =>
  `<DT><A HREF="https://${name}.example/" ${attributes}>${name}</A>\n`
const folder = (name: string, rows: string) => `<DT><H3>${name}</H3>\n<DL><p>\n${rows}</DL><p>\n`

test('IO-01 previews a large file in a separate process, and imports it from there', async () => {
  const ada = await signIn(app, 'ada', 2)
  const path = 'a'.repeat(180)
  const rows = Array.from({ length: 6000 }, (_, at) => link(`page${at}`, `TAGS="t${at % 7} ${path}"`))
  const text = bookmarkText(
    folder('First', rows.slice(0, 2500).join('')) + folder('Second', rows.slice(2500).join('')),
  )
  expect(text.length).toBeGreaterThan(1024 * 1024)
  const { job, report } = await importText(app, ada, text, { preview: '1' })
  expect(report).toMatchObject({ links: 6000, folders: 2, skipped: 0 })
  expect(report?.preview?.tree.map(each => each.links)).toEqual([2500, 3500])
  expect((await ada.call(listDashboardLinks, {})).total).toBe(0)
  // The preview belongs to the large queue, so its import does too.
  const { queue } = await app.services.db.read
    .selectFrom('jobs')
    .select('queue')
    .where('id', '=', job)
    .executeTakeFirstOrThrow()
  expect(queue).toBe('previewImport')
  await ada.call(startImport, { job, choices: { where: 'new' } })
  expect((await waitForEnd(ada, job)).report).toMatchObject({ links: 6000, folders: 3 })
})
