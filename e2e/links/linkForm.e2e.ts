import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { trashCollections } from '@nestmark/contract/collections'
import { listDashboardLinks, getLink, saveLink } from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, findHeading, openLinkForm, selectCardAction } from '../support/pageElements.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { expectAccessible, startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

let env: TestEnvironment
let site: Server
let host: string
let ada: Person
beforeAll(async () => {
  const picture = await sharp({ create: { width: 900, height: 560, channels: 3, background: '#8b73ea' } })
    .png()
    .toBuffer()
  site = createServer((request, response) => {
    if (request.url === '/picture.png') return response.setHeader('content-type', 'image/png').end(picture)
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<title>Nachtzüge</title>
      <meta property="og:title" content="Night trains of Europe"><meta name="description" content="Every sleeper line">
      <meta property="og:image" content="/picture.png">`)
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  env = await startEnvironment({ fetchAllowPrivate: [host] })
})
beforeEach(async () => {
  ada = await env.signIn('ada')
})
afterAll(async () => {
  await env.close()
  site.close()
})

/** Waits for the dashboard and opens its form for a new link. */
async function openForm(page: Page, category?: number) {
  await page.getByText('Recent links').waitFor()
  return openLinkForm(page, category)
}
const readLinks = async () => (await ada.call(listDashboardLinks, {})).links

describe('SAVE the link form', () => {
  test('SAVE-01 SAVE-02 the dialog offers five categories, opens the form for one, and saves nothing when the user closes it', async () => {
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    await page.keyboard.press('Control+l')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What would you like to save?').waitFor()
    await dialog.getByText('Start with choosing a category below').waitFor()
    for (const [label, tag] of [
      ['Image', '#see'],
      ['Video', '#watch'],
      ['Link', '#explore'],
      ['Note', '#read'],
      ['Audio', '#listen'],
    ])
      expect(await dialog.getByRole('button', { name: new RegExp(`${label}.*${tag}`, 's') }).count()).toBe(1)
    await expectAccessible(page)
    await page.keyboard.press('4')
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Title' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await readLinks()).toEqual([])
  })

  test('SAVE-06 SAVE-16 a long text becomes a note of up to 100,000 characters; the form reports a longer one instead of truncating it', async () => {
    const page = await env.open(ada, '/dashboard')
    const dialog = await openForm(page, 4)
    const description = dialog.getByRole('textbox', { name: 'Description' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('An article')
    await description.fill('x'.repeat(100_001))
    await dialog.getByText('100,001 characters. Up to 100,000 can be saved.').waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await readLinks()).toEqual([])
    await description.fill('x'.repeat(100_000))
    await dialog.getByText('can be saved').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await readLinks())[0]!.desc).toHaveLength(100_000)

    await page.goto(`${env.app.origin}/add-link/?type=5&data=${'x'.repeat(6000)}`)
    await page.getByText('6,000 characters. Up to 5,000 can be saved, or 100,000 in a note.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toHaveLength(6000)
  })

  test('SCRP-02 SAVE-11 SAVE-03 the metadata of a pasted address fills the form, and Save saves the link', async () => {
    const collection = await addCollection(ada, 'Reading pile')
    const page = await env.open(ada, `/c/${collection}`)
    await findHeading(page, 'Reading pile').waitFor()
    const dialog = await openLinkForm(page)
    await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill(`http://${host}/trains`)
    await dialog.getByText('Fetched', { exact: true }).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Night trains of Europe')
    expect(await dialog.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Every sleeper line')
    const tags = dialog.getByPlaceholder('#add-tag')
    await tags.fill('trains')
    await tags.press('Enter')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Link was added successfully').waitFor()
    await findCard(page, 'Night trains of Europe').waitFor()
    expect((await readLinks())[0]).toMatchObject({
      parent: collection,
      link: `http://${host}/trains`,
      tags: [{ name: 'trains' }],
    })
    // A job stores the page's picture, and a live update shows it without a reload.
    await expect.poll(async () => (await readLinks())[0]!.thumbnail).not.toBe('')
  })

  test('SAVE-06 SAVE-07 SAVE-08 the fields show their errors, and typing removes them', async () => {
    const page = await env.open(ada, '/dashboard')
    const dialog = await openForm(page)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Link is required').waitFor()
    await dialog.getByText('Title is required').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('nodomain')
    await dialog.getByText('Link is required').waitFor({ state: 'detached' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('A title')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Please enter valid url').waitFor()
    expect(await readLinks()).toEqual([])
  })

  test('SAVE-04 the embed options list the supported players, with the disclaimer', async () => {
    const page = await env.open(ada, '/dashboard')
    const dialog = await openForm(page, 5)
    await dialog.getByRole('button', { name: 'Embed options' }).click()
    const options = page.getByRole('dialog', { name: 'Following embeds are supported currently' })
    await options.getByText('SoundCloud').waitFor()
    await options.getByText(/belong to their owners/).waitFor()
    await options.getByRole('button', { name: 'Ok', exact: true }).click()
    await options.waitFor({ state: 'detached' })
  })

  test('C05 a double click saves once', async () => {
    const page = await env.open(ada, '/dashboard')
    const dialog = await openForm(page)
    await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/once')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Once')
    await dialog.getByRole('button', { name: 'Save', exact: true }).dblclick()
    await page.getByText('Link was added successfully').first().waitFor()
    expect(await readLinks()).toHaveLength(1)
  })

  test('F17 the page saves an offline link once after a reload, and unsaved input becomes a draft', async () => {
    const page = await env.open(ada, '/dashboard')
    let dialog = await openForm(page)
    await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/saved')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Saved for later')
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved offline').waitFor()
    // Unsaved input becomes a draft.
    dialog = await openForm(page)
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Only begun')
    await page.context().setOffline(false)
    await page.reload()
    await page.getByText('Recent links').waitFor()
    await findCard(page, 'Saved for later').waitFor()
    expect((await readLinks()).map(link => link.name)).toEqual(['Saved for later'])
    await page.keyboard.press('Control+l')
    await page.getByRole('dialog').getByText('Only begun').waitFor()
  })
})

describe('SAVE-14 editing a link', () => {
  test('SAVE-14 SAVE-15 the form edits a link, and the lists show the change', async () => {
    const link = await ada.call(saveLink, {
      name: 'Before',
      link: 'https://example.org',
      category: 3,
      tags: ['old'],
    })
    const page = await env.open(ada, '/dashboard')
    await selectCardAction(page, 'Before', 'Edit')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('After')
    await dialog.getByRole('button', { name: 'Update', exact: true }).click()
    await page.getByText('Link was updated successfully').waitFor()
    await findCard(page, 'After').waitFor()
    expect((await ada.call(getLink, { link_id: link._id })).link).toMatchObject({
      name: 'After',
      tags: [{ name: 'old' }],
    })
  })
})

test('SAVE-18 the form preselects the last collection and category, also on another device', async () => {
  const top = await addCollection(ada, 'Workshop')
  const inner = await addCollection(ada, 'Timber', top)
  const page = await env.open(ada, `/c/${inner}`)
  await findHeading(page, 'Timber').waitFor()
  const first = await openLinkForm(page, 2)
  await first.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/film')
  await first.getByRole('textbox', { name: 'Title' }).fill('A film')
  const stored = page.waitForResponse('**/api/last-choosen-folder')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await stored).status()).toBe(200)
  expect(await ada.call(getUserData, {})).toMatchObject({ last_folder: inner, last_category: 2 })

  const other = await env.open(ada, '/dashboard')
  await other.getByText('Recent links').waitFor()
  await other.getByRole('treeitem', { name: /Workshop/ }).waitFor()
  await other.keyboard.press('Control+l')
  const dialog = other.getByRole('dialog')
  await dialog.getByText('What would you like to save?').waitFor()
  // Enter in the empty field selects the last category.
  const address = dialog.getByRole('textbox', { name: 'Paste an address here' })
  await expect.poll(() => address.evaluate(input => input === document.activeElement)).toBe(true)
  await other.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/again')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Another film')
  await dialog.getByText('Timber').first().waitFor()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByText('Link was added successfully').waitFor()
  expect((await readLinks())[0]).toMatchObject({ name: 'Another film', category: 2, parent: inner })

  // The form does not preselect a trashed collection.
  await ada.call(trashCollections, { folderIdArr: [inner] })
  await other.reload()
  await other.getByText('Recent links').waitFor()
  const again = await openForm(other)
  expect(await again.getByText('Timber').count()).toBe(0)
})

test('SAVE-18 SHR-06 the form and its toast say where they save a link and for whom, and Undo trashes it', async () => {
  const open = await addCollection(ada, 'Reading room')
  await ada.call(setPermissions, { folder_id: open, read: 3, write: 0 })
  const read = await addLink(ada, 'Old', open)
  await addCollection(ada, 'Elsewhere')
  // Behind an open link is the collection, too.
  const page = await env.open(ada, `/l/${read}`)
  await findHeading(page, 'Old').waitFor()
  const dialog = await openLinkForm(page)
  await dialog.getByRole('button', { name: /Collection: Reading room .*Public/ }).waitFor()
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/new')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('New')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Saved in Reading room (Public)' })
  await toast.getByRole('button', { name: 'Open' }).waitFor()
  await expectAccessible(page)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await readLinks()).map(link => link.name)).toEqual(['Old'])
})
