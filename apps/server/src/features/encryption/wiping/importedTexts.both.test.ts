import { jobStatus } from '@nestmark/contract/jobs'
import { expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { bookmarkText, importText } from '../../importExport/files/files.testing.ts'
import { ada, app, encrypt, folder, linksOf, sealLink, key, setUpFixture } from '../fixture.testing.ts'
import { findInDatabase, stem } from './previousTexts.testing.ts'

setUpFixture()

test('E02 the report of an import has no text of a link that became encrypted since', async () => {
  const address = `https://${stem}.example/`
  const row = `<DT><A HREF="${address}">${stem} of the file</A>\n`
  const long = `<DT><A HREF="${address}long">${`${stem} `.repeat(200)}</A>\n`
  const { job, report } = await importText(app, ada, bookmarkText(row + row + long), {
    parent: folder,
    plain: '1',
  })
  expect(report).toMatchObject({ links: 2, skipped: 1, shortened: 1 })
  expect(await findInDatabase(app)).toContain('jobs.report')

  const links = await linksOf(ada, folder)
  await encrypt(await Promise.all(links.map(({ _id }) => sealLink(key, _id, { name: 'Sealed' }))))
  await expect.poll(() => findInDatabase(app)).toEqual([])
  // What happened to the rows is still listed.
  const { report: cleared } = await ada.call(jobStatus, { job })
  expect(cleared?.rows).toEqual(report?.rows.map(({ row, reason }) => ({ row, reason })))
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})
