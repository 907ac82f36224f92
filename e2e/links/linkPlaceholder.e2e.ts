import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, test, expect } from 'vitest'
import { findCard, openLinkForm } from '../support/pageElements.ts'
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

let env: TestEnvironment
let site: Server
let host: string
beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url?.startsWith('/missing')) return request.socket.destroy()
    response.setHeader('content-type', 'text/html').end('<title>Night trains of Europe</title>')
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  env = await startEnvironment({ fetchAllowPrivate: [host] })
})
afterAll(async () => {
  await env.close()
  site.close()
})

test('SAVE-07 an address is enough to save; the title of the page replaces its placeholder', async () => {
  const page = await env.open(await env.signIn('ada'), '/dashboard', { width: 390 })
  await page.getByText('Recent links').waitFor()
  const dialog = await openLinkForm(page, 3)
  const address = dialog.getByRole('textbox', { name: 'Link', exact: true })
  await address.fill(`http://${host}/trains`)
  // Saved before the page is read.
  await address.press('Enter')
  await page.getByText('Link was added successfully').waitFor()
  await findCard(page, 'Night trains of Europe').waitFor()
  const second = await openLinkForm(page, 3)
  await second.getByRole('textbox', { name: 'Link', exact: true }).fill(`http://${host}/missing/page`)
  await second.getByText('No preview, but you can save it').first().waitFor()
  // On the phone the text is above the field, where it takes no room from the address.
  const { width: room } = (await second.getByRole('textbox', { name: 'Link', exact: true }).boundingBox())!
  expect(room).toBeGreaterThan(260)
  expect(await second.getByRole('textbox', { name: 'Title' }).getAttribute('placeholder')).toMatch(
    /\/missing\/page$/,
  )
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await findCard(page, /missing\/page/).waitFor()
})

test('SAVE-16 the address of a document is enough, also when its page cannot be read', async () => {
  const ada = await env.signIn('ada')
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  const dialog = await openLinkForm(page, 4)
  const address = 'https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit'
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill(address)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const { links } = await ada.call(listDashboardLinks, {})
  expect(links).toMatchObject([{ category: 4, link: address, desc: '' }])
})
