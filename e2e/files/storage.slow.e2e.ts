import { trashLinks } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { saveFile, toAudio } from '../../apps/server/src/test/support/files.ts'
import { addCollection } from '../support/collectionFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment({ planLimits: true })

async function fill(person: Person): Promise<void> {
  const sounds = await addCollection(person, 'Soundscapes')
  const birds = await addCollection(person, 'Birds of the far north, recorded before dawn', sounds)
  await saveFile(env.app, person, toAudio(3_950_000), { name: 'Nattåget norrut', parent: sounds })
  await saveFile(env.app, person, toAudio(2_100_000), { name: 'Curlew', parent: birds })
  const noise = { create: { width: 900, height: 600, channels: 3 as const, background: '#2b6c99' } }
  const png = await sharp({
    ...noise,
    create: { ...noise.create, noise: { type: 'gaussian', mean: 120, sigma: 60 } },
  })
    .png()
    .toBuffer()
  await saveFile(env.app, person, png, { name: 'Ridge', type: 'image/png', parent: birds })
  const lost = await saveFile(env.app, person, toAudio(800_000), { name: 'Trashed', parent: birds })
  await person.call(trashLinks, { linkIdArr: [lost._id] })
}

const used = async (person: Person) => (await person.call(getStorage, {})).storage_used

test.each([
  [1440, false],
  [390, true],
] as const)(
  'UPL-09 SET-05 the page shows the storage by kind, cleans up, and can undo that; %i px, dark: %s',
  async (width, dark) => {
    const ada = await env.signIn('ada', 2)
    await fill(ada)
    env.app.services.meter.count(ada.id, 12_000_000)
    const before = await used(ada)
    const page = await env.open(ada, '/settings?tab=storage', { width, dark, height: 900 })
    const links = page.getByRole('region', { name: 'Links, largest first' })
    const titles = () => links.getByRole('listitem').getByRole('link').allInnerTexts()
    await expect.poll(titles).toEqual(['Nattåget norrut', 'Curlew', 'Ridge', 'Trashed'])
    // Every day of the month has a label for screen readers, with the busiest one below the columns.
    const bandwidth = page.getByRole('region', { name: 'Bandwidth this month' })
    const days = bandwidth.getByRole('table', { name: 'Bandwidth by day' }).getByRole('row')
    expect(await days.count()).toBe(new Date(env.app.clock.now).getUTCDate())
    await bandwidth.getByText('12.00 Mb on').waitFor()
    await saveScreenshot(page, `storage-page-${width}`, true)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    // A collection shows its own links.
    const collections = page.getByRole('region', { name: 'By collection' })
    await collections.getByRole('button', { name: /^Birds of the far north/ }).click()
    await expect.poll(titles).toEqual(['Curlew', 'Ridge', 'Trashed'])
    await links.getByRole('radio', { name: 'Copies' }).click()
    await links.getByText('Nothing here').waitFor()
    await links.getByRole('radio', { name: 'All' }).click()
    await links.getByRole('button', { name: /^In: Birds of the far north/ }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a collection' })
    await picker.getByRole('button', { name: 'All collections' }).click()
    await expect.poll(titles).toHaveLength(4)

    // Files are removed, and restored from the notification.
    await links.getByRole('checkbox', { name: 'Select Curlew' }).check()
    await links.getByRole('checkbox', { name: 'Select Ridge' }).check()
    const bar = page.getByRole('toolbar')
    await bar.getByText(/^2 selected · \d/).waitFor()
    await saveScreenshot(page, `storage-selected-${width}`)
    await bar.getByRole('button', { name: 'Remove files, keep links' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Remove the files of 2 links?').waitFor()
    await saveScreenshot(page, `storage-confirm-${width}`)
    // Esc closes the question only.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const removeFiles = bar.getByRole('button', { name: 'Remove files, keep links' })
    await expect.poll(() => removeFiles.evaluate(button => button === document.activeElement)).toBe(true)
    await removeFiles.click()
    await dialog.getByRole('button', { name: 'Remove files' }).click()
    await expect.poll(titles).toEqual(['Nattåget norrut', 'Trashed'])
    expect(await used(ada)).toBeLessThan(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(titles).toHaveLength(4)
    expect(await used(ada)).toBe(before)

    // The trash is cleaned up, and restored later.
    const cleanUp = page.getByRole('region', { name: 'Clean up' })
    expect(await cleanUp.getByRole('button', { name: 'Clean up', exact: true }).isDisabled()).toBe(true)
    await cleanUp.getByRole('checkbox', { name: 'Trash' }).check()
    await cleanUp.getByText('0.80 Mb will be free.').waitFor()
    await cleanUp.getByRole('button', { name: 'Clean up 0.80 Mb' }).click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await cleanUp.getByRole('button', { name: 'Clean up 0.80 Mb' }).click()
    await dialog.getByRole('button', { name: 'Clean up 0.80 Mb' }).click()
    await expect.poll(titles).toEqual(['Nattåget norrut', 'Curlew', 'Ridge'])
    await cleanUp.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText(/1 file removed/).waitFor()
    await page.getByText(/can be restored until/).waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(titles).toHaveLength(4)
    await page.getByText(/1 file removed/).waitFor({ state: 'detached' })

    // A link is trashed with the same undo as in every other list.
    await links.getByRole('checkbox', { name: 'Select Curlew' }).check()
    await bar.getByRole('button', { name: 'Trash' }).click()
    await dialog.getByRole('button', { name: 'Trash' }).click()
    await links
      .getByText(/Uploaded audio · In the trash/)
      .nth(1)
      .waitFor()
    await page.close()
  },
)

test('UPL-09 an account without files shows a message', async () => {
  const rosa = await env.signIn('rosa')
  const page = await env.open(rosa, '/settings?tab=storage', { width: 390 })
  await page.getByText('No files yet').waitFor()
  expect(await page.getByRole('region', { name: 'Clean up' }).count()).toBe(0)
  await saveScreenshot(page, 'storage-empty-390', true)
  await expectAccessible(page)
})
