import { listCollectionLinks } from '@nestmark/contract/links/links'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { clearKeys, encryptFirstLink, findEnterKey, testSecret } from './encryptionFixture.ts'
import { findCard, openLinkForm, selectCardAction } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let papers: string
beforeEach(async () => {
  ada = await env.signIn('ada')
  papers = await addCollection(ada, 'Papers')
  await addLink(ada, 'secretive', papers)
})

const address = 'https://moss.example/roofs'
const openDialog = (page: Page) => page.getByRole('dialog', { name: 'Unlock “Papers”' })

/** Opens the page of the collection, whose key is then in this browser. */
async function openPapers(): Promise<{ page: Page; bodies: string[] }> {
  const page = await env.open(ada, `/c/${papers}`)
  await encryptFirstLink(page, 'secretive', 'Papers key')
  const bodies: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') bodies.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  return { page, bodies }
}

const paste = (page: Page, text: string) =>
  page.evaluate(value => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', value)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)

async function pasteLocked(page: Page, text: string): Promise<void> {
  await paste(page, text)
  await openDialog(page).waitFor()
}

async function unlock(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Collection key').fill(testSecret)
  await dialog.getByLabel('Collection key').press('Enter')
}

/** Removes the keys, and waits for the locked collection. */
async function lock(page: Page): Promise<void> {
  await clearKeys(page)
  await findEnterKey(page).waitFor()
}

/** Returns how many links of the collection are encrypted, and how many are not. */
async function countLinks(): Promise<[encrypted: number, plain: number]> {
  const { links } = await ada.call(listCollectionLinks, { folder_id: papers })
  const encrypted = links.filter(link => link.enc === 1).length
  return [encrypted, links.length - encrypted]
}

/** Moves a link of the dashboard into the collection. */
async function move(page: Page, title: string): Promise<void> {
  await page.goto('/dashboard')
  await selectCardAction(page, title, 'Move')
  const dialog = page.getByRole('dialog', { name: `Move “${title}”` })
  await dialog.getByText('Papers', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Move to Papers' }).click()
}

describe('ENC-07 E01 what enters an encrypted collection', () => {
  test('ENC-07 encrypts a pasted address where the key is open; where it is locked, the page asks', async () => {
    const { page, bodies } = await openPapers()
    await paste(page, address)
    await expect.poll(countLinks).toEqual([2, 0])
    await findCard(page, 'moss.example').getByRole('img', { name: 'Encrypted, open here' }).waitFor()
    expect(
      bodies.filter(body => body.includes('moss.example') && !body.includes('/api/scrape-link')),
    ).toEqual([])

    await lock(page)
    await pasteLocked(page, `${address}/two`)
    await openDialog(page).getByText('Without encryption, the server can read it.').waitFor()
    await expectAccessible(page)
    expect(await countLinks()).toEqual([2, 0])
    await unlock(openDialog(page))
    await expect.poll(countLinks).toEqual([3, 0])

    await lock(page)
    await pasteLocked(page, `${address}/three`)
    await openDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Nothing was changed. This collection is encrypted').waitFor()
    expect(await countLinks()).toEqual([3, 0])
    await pasteLocked(page, `${address}/four`)
    await openDialog(page).getByRole('button', { name: 'Save without encryption' }).click()
    await expect.poll(countLinks).toEqual([3, 1])
  })

  test('ENC-07 ENC-11 the form of a locked collection asks for the key when the user saves it, and encrypts', async () => {
    const { page, bodies } = await openPapers()
    await lock(page)
    const form = await openLinkForm(page, 4)
    await form.getByRole('textbox', { name: 'Title' }).fill('A private thought')
    await form.getByRole('textbox', { name: 'Description' }).fill('What nobody else should read')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await unlock(openDialog(page))
    await expect.poll(countLinks).toEqual([2, 0])
    await findCard(page, 'A private thought').waitFor()
    expect(bodies.join('\n')).not.toContain('private thought')
  })

  test('ENC-07 E10 encrypts a moved link; without the key the page asks, and the collection marks what is plain', async () => {
    for (const title of ['alder', 'birch', 'cedar']) await addLink(ada, title)
    const { page } = await openPapers()
    await move(page, 'alder')
    await expect.poll(countLinks).toEqual([2, 0])

    await clearKeys(page)
    await move(page, 'birch')
    expect(await countLinks()).toEqual([2, 0])
    await unlock(openDialog(page))
    await expect.poll(countLinks).toEqual([3, 0])

    await clearKeys(page)
    await move(page, 'cedar')
    await openDialog(page).getByRole('button', { name: 'Move without encryption' }).click()
    await expect.poll(countLinks).toEqual([3, 1])

    await page.goto(`/c/${papers}`)
    await findCard(page, 'cedar').getByRole('img', { name: 'Not encrypted' }).waitFor()
    await page.getByText('1 link is not encrypted').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Encrypt 1' }).click()
    await unlock(openDialog(page))
    await page.getByText('Link encrypted successfully').waitFor()
    await expect.poll(countLinks).toEqual([4, 0])
    await page.getByText('1 link is not encrypted').waitFor({ state: 'detached' })
  })
})
