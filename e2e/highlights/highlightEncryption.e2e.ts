import { allHighlights, pageHighlights } from '@nestmark/contract/reading/highlights'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { clearKeys, encryptFirstLink } from '../encryption/encryptionFixture.ts'
import {
  findHighlightGroup,
  findHighlightRow,
  addHighlights,
  selectHighlightAction,
} from './highlightFixture.ts'
import { findCard, selectCardAction } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

test('ENC-01 E01 the page encrypts the highlights of a link with it, shows and edits them with the key only, and decrypts them with it', async () => {
  const papers = await addCollection(ada, 'Papers')
  await addLink(ada, 'secretive', papers)
  const url = 'https://example.org/secretive'
  await addHighlights(ada, url, 'secretive', [['Words that nobody reads', { comm: 'Mine', style: 3 }]])
  const page = await env.open(ada, `/c/${papers}`)
  await encryptFirstLink(page, 'secretive', 'Papers key')
  expect(await ada.call(pageHighlights, { url })).toBe(null)
  const readStored = async () => (await ada.call(allHighlights, {}))[0]!
  const stored = await readStored()
  expect(stored).toMatchObject({ enc: 1, link: '', data: { title: '' } })
  expect(stored.data.highlights[0]).toMatchObject({ text: '', comm: '', anchor: null, style: 3 })
  expect(stored.data.highlights[0]!.sealed).toMatch(/^nm1\./)

  const sent: string[] = []
  page.on('request', request => sent.push(request.postData() ?? ''))
  await page.getByRole('link', { name: 'Highlights 1' }).click()
  await findHighlightGroup(page, 'secretive')
    .getByRole('link', { name: /example\.org/ })
    .waitFor()
  await findHighlightRow(page, 'Words that nobody reads').getByText('Mine').waitFor()
  await selectHighlightAction(page, 'Words that nobody reads', 'Edit comment')
  await page.getByRole('textbox', { name: 'Comment for highlight' }).fill('Still mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await findHighlightRow(page, 'Words that nobody reads').getByText('Still mine').waitFor()
  await expect
    .poll(async () => (await readStored()).data.highlights[0]!.sealed)
    .not.toBe(stored.data.highlights[0]!.sealed)
  // The browser searches it, without the words of it at the server.
  const field = page.getByRole('searchbox', { name: 'Search highlights' })
  await field.fill('nobody mine')
  await field.press('Enter')
  await page.getByText('1 highlight on 1 page').waitFor()
  await findHighlightRow(page, 'Words that nobody reads').waitFor()
  expect(await page.locator('mark').allTextContents()).toEqual(['nobody', 'mine'])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await findHighlightRow(page, 'Words that nobody reads').waitFor()
  expect(sent.some(body => body.includes('save-highlight') || body.includes('Still mine'))).toBe(false)

  // Decrypted again, the page of its address has them.
  await page.goBack()
  await findCard(page, 'secretive').waitFor()
  await selectCardAction(page, 'secretive', 'Decrypt')
  await expect
    .poll(async () => (await ada.call(pageHighlights, { url }))?.data.highlights[0])
    .toMatchObject({ text: 'Words that nobody reads', comm: 'Still mine', style: 3 })
})

test('E01 without its key a highlight shows that it is encrypted, and the user can delete it', async () => {
  const papers = await addCollection(ada, 'Papers')
  await addLink(ada, 'secretive', papers)
  await addHighlights(ada, 'https://example.org/secretive', 'secretive', [['Words that nobody reads']])
  const page = await env.open(ada, `/c/${papers}`)
  await encryptFirstLink(page, 'secretive', 'Papers key')
  await page.getByRole('link', { name: 'Highlights 1' }).click()
  await findHighlightRow(page, 'Words that nobody reads').waitFor()
  await clearKeys(page)
  await page.getByRole('article', { name: 'Encrypted highlight' }).waitFor()
  expect(await page.getByText('Words that nobody reads').count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('article').focus()
  await page.keyboard.press('Delete')
  await page.getByText('No highlights found').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('article', { name: 'Encrypted highlight' }).waitFor()
})
