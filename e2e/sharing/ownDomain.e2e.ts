import { createCollection } from '@nestmark/contract/collections'
import { getDomain } from '@nestmark/contract/sharing/domains'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { getWhiteLabel } from '@nestmark/contract/sharing/whiteLabels'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShareDialog } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('PLAN-07 the owner of a public collection sets a domain, reads what to add to the DNS, and removes it', async () => {
  const ada = await env.signIn('ada', 3)
  const { _id: folder_id } = await ada.call(createCollection, { name: 'Reading pile' })
  await ada.call(setPermissions, { folder_id, read: 3, write: 0 })
  const page = await env.open(ada, `/c/${folder_id}`, { width: 390 })
  const dialog = await openShareDialog(page, 'Reading pile')
  const host = dialog.getByRole('textbox', { name: 'Domain' })
  await host.fill('not a host')
  await host.press('Enter')
  await dialog.getByRole('alert').first().waitFor()
  await host.fill('pile.example.org')
  await dialog.getByRole('button', { name: 'Set domain' }).click()
  await dialog.getByText('_nestmark.pile.example.org').waitFor()
  await dialog.getByText('Not verified yet').scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await saveScreenshot(page, 'own-domain-390')
  await dialog.getByRole('button', { name: 'Remove domain' }).click()
  await host.waitFor()
  expect(await ada.call(getDomain, { folder_id })).toBeNull()
})

test('PLAN-07 the owner gives the page of a public collection a name, a logo and colours', async () => {
  const ada = await env.signIn('ada', 3)
  const { _id: folder_id } = await ada.call(createCollection, { name: 'Reading pile' })
  const { _id: inner } = await ada.call(createCollection, { name: 'Hulls', parent: folder_id })
  await ada.call(saveLink, { name: 'A plank that is asked nicely', desc: 'Tar', category: 4, parent: inner })
  await ada.call(setPermissions, { folder_id, read: 3, write: 0 })
  const page = await env.open(ada, `/c/${folder_id}`)
  const dialog = await openShareDialog(page, 'Reading pile')
  const name = dialog.getByRole('textbox', { name: 'Site name' })
  await name.fill('Halden')
  const accent = dialog.getByRole('textbox', { name: 'Colour of buttons', exact: true })
  await accent.fill('tomato')
  await accent.press('Enter')
  await dialog.getByText('Enter a colour such as #0b6a7c.').waitFor()
  await accent.fill('#f0a030')
  await dialog.getByRole('textbox', { name: 'Colour of the page', exact: true }).fill('#fbf7ef')
  await dialog.getByText(/^Shown as #/).waitFor()
  await dialog.getByRole('button', { name: 'Save look' }).click()
  const logo = await sharp({ create: { width: 300, height: 60, channels: 3, background: '#8c2f24' } })
    .png()
    .toBuffer()
  await dialog.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await dialog.getByRole('img', { name: 'Logo' }).scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await saveScreenshot(page, 'own-look')
  // What is typed and not saved is asked about, and Submit saves it too.
  await name.fill('Halden Boatyard')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByRole('button', { name: 'Submit' }).waitFor({ state: 'detached' })
  expect(await ada.call(getWhiteLabel, { folder_id })).toMatchObject({
    name: 'Halden Boatyard',
    accent: '#f0a030',
    paper: '#fbf7ef',
  })
  await page.goto(`/library/${folder_id}`)
  await page.getByRole('banner').getByText('Halden Boatyard').waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'own-look-page')
  // On a phone the collections do not stand in what logo and name leave of their line.
  await page.setViewportSize({ width: 390, height: 844 })
  const { height = 0 } =
    (await page.getByRole('banner').getByRole('link', { name: 'Hulls' }).boundingBox()) ?? {}
  expect(height).toBeGreaterThan(0)
  expect(height).toBeLessThan(30)
})
