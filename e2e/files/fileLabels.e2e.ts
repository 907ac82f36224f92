import { createCollection } from '@nestmark/contract/collections'
import { beforeAll, expect, test } from 'vitest'
import { filesRead } from '../../apps/server/src/test/support/jobs.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { saveFile } from '../../apps/server/src/test/support/files.ts'
import { createPdf } from '../support/mediaFixture.ts'
import { useEnvironment } from '../support/testEnvironment.ts'
import { noisePicture, toDataTransfer } from './uploadFixture.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
})

test('UPL-06 rows of the tray look alike for short and long names, which screen readers read as one word', async () => {
  const { _id } = await ada.call(createCollection, { name: 'Names' })
  const page = await env.open(ada, `/c/${_id}`)
  const files = [await noisePicture('a.png', 40), await noisePicture('gable-fronts-north.png', 50)]
  const dataTransfer = await toDataTransfer(page, files)
  await expect
    .poll(async () => {
      await page.dispatchEvent('main', 'dragenter', { dataTransfer })
      return page.getByText(/^Drop \d+ files? into/).count()
    })
    .toBe(1)
  await page.dispatchEvent('main', 'drop', { dataTransfer })
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByRole('heading', { name: '2 files added' }).waitFor()
  const rows = await tray.getByRole('listitem').all()
  const heights = await Promise.all(rows.map(async row => (await row.boundingBox())!.height))
  expect(new Set(heights).size).toBe(1)
  for (const row of rows) {
    const [name, size] = await Promise.all(
      [row.getByText('png').last(), row.getByText(/\s(kB|MB)$/)].map(each => each.boundingBox()),
    )
    // On one baseline: the size is written a little smaller.
    expect(Math.abs(name!.y + name!.height - (size!.y + size!.height))).toBeLessThan(3)
  }
  expect(await tray.ariaSnapshot()).toContain('gable-fronts-north.png')
})

test('UPL-08 a small PDF shows its size in kilobytes, and its card shows the top of its page', async () => {
  const { _id: parent } = await ada.call(createCollection, { name: 'Papers' })
  const pdf = createPdf([['The first words']])
  const link = await saveFile(env.app, ada, pdf, { name: 'report.pdf', type: 'application/pdf', parent })
  await filesRead(env.app)
  const page = await env.open(ada, `/c/${parent}`)
  const picture = page.locator('[data-thumb] img').first()
  expect(await picture.evaluate(image => getComputedStyle(image).objectPosition)).toBe('50% 0%')
  await page.goto(`/l/${link._id}`)
  await page.getByText('PDF · 1 page · 1 kB').waitFor()
  await page.getByRole('link', { name: /Read$/ }).click()
  await page.getByText('PDF · 1 kB').waitFor()
})
