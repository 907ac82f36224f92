import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { giveKey, sealLink, type TestKey } from '../../apps/server/src/features/encryption/fixture.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { openWithKey } from './encryptionFixture.ts'
import { findHeading, openLinkForm, selectCardAction } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let papers: string
let key: TestKey
/** No other text of a request has three of these letters in a row. */
const word = 'jqxzvwkfyb'

beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  papers = await addCollection(ada, 'Papers')
  key = await giveKey(ada, papers)
  for (const name of [`${word} walls`, `${word} roofs`, 'something else']) await addSealed(name)
  await addLink(ada, `${word} in clear`, papers)
  await addLink(ada, `${word} elsewhere`, await addCollection(ada, 'Plain'), { tags: [word] })
})

async function addSealed(name: string): Promise<string> {
  env.app.clock.now += 60_000
  const texts = { name, link: 'https://example.org/a', desc: 'Words' }
  const { _id } = await ada.call(saveLink, { ...texts, category: 3, parent: papers, plain: 1 })
  await ada.call(updateEnc, { links: [await sealLink(key, _id, texts)] })
  return _id
}

/** Opens the collection with its key, and records what is sent to the server from then on. */
async function openPapers() {
  const page = await env.open(ada, '/dashboard')
  await openWithKey(page, `/c/${papers}`, { raw: key.raw, parent: papers })
  await expectTitles(page, [`${word} in clear`, 'something else', `${word} roofs`, `${word} walls`])
  return { page, sent: recordSent(page) }
}

/** Records what a page sends to the server from now on. The files of the page have random texts in their names. */
function recordSent(page: Page): string[] {
  const sent: string[] = []
  page.on('request', request => {
    if (!new URL(request.url()).pathname.startsWith('/assets/'))
      sent.push(`${request.url()} ${request.postData()}`)
  })
  return sent
}

/** Returns the parts of the word in the requests, without ids and other random texts, which are longer than the word. */
const findParts = (sent: readonly string[]) => {
  const text = sent.join('\n').replaceAll(/[\w-]{16,}/g, '')
  return Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3)).filter(part =>
    text.includes(part),
  )
}

const expectTitles = (page: Page, titles: string[]) =>
  expect
    .poll(() =>
      page
        .getByRole('article')
        .evaluateAll(cards =>
          cards.map(
            card => card.getAttribute('aria-label') ?? card.querySelector('[data-main]')?.textContent ?? '',
          ),
        ),
    )
    .toEqual(titles)
const hits = [`${word} roofs`, `${word} walls`]
const findFilter = (page: Page) => page.getByRole('searchbox', { name: 'Search these links' })
const findHeaderField = (page: Page) => page.getByRole('combobox', { name: 'Search in Papers' })

describe('ENC SRCH a search in an encrypted collection', () => {
  test('ENC-07 SRCH-07 sends nothing that the user types in filter, header, palette and tag field, and the browser finds it', async () => {
    const { page, sent } = await openPapers()
    await findFilter(page).pressSequentially(word, { delay: 40 })
    await expectTitles(page, hits)
    await page.getByText('Only in this browser').filter({ visible: true }).waitFor()
    await page.getByText('1 link without encryption was not searched').waitFor()
    await expectAccessible(page)
    await findFilter(page).press('Escape')
    await expectTitles(page, [`${word} in clear`, 'something else', ...hits])

    await findHeaderField(page).pressSequentially(word, { delay: 40 })
    await expectTitles(page, hits)
    expect(new URL(page.url()).search).toBe('')
    await expect.poll(() => findFilter(page).inputValue()).toBe(word)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('article') !== null))
      .toBe(true)

    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Go to anything' }).pressSequentially(word, { delay: 40 })
    await page
      .getByRole('option')
      .filter({ hasText: `${word} roofs` })
      .waitFor()
    await page.getByText('Only “Papers” was searched, in this browser').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    const form = await openLinkForm(page)
    await form.getByRole('combobox', { name: 'Tags' }).pressSequentially(word, { delay: 40 })
    await page
      .getByRole('option')
      .filter({ hasText: `#${word}` })
      .waitFor()
    await waitForIdle(page)
    expect(findParts(sent)).toEqual([])
  })

  test('ENC-07 SRCH-07 searches the links without encryption after the person has chosen it', async () => {
    const { page, sent } = await openPapers()
    await findFilter(page).fill(word)
    await expectTitles(page, hits)
    expect(findParts(sent)).toEqual([])
    await page.getByRole('button', { name: 'Search 1 link without encryption' }).click()
    await expectTitles(page, [`${word} in clear`, ...hits])
    expect(findParts(sent)).toHaveLength(8)
    // Other words are another choice.
    sent.length = 0
    await findFilter(page).fill(`${word} wal`)
    await expectTitles(page, [`${word} walls`])
    await waitForIdle(page)
    expect(findParts(sent)).toEqual([])
  })

  test('ENC-07 SRCH-07 the field of the header searches the library after the user lifts its limit, until they leave the page', async () => {
    const { page, sent } = await openPapers()
    await findHeaderField(page).fill(word)
    await expectTitles(page, hits)
    await page.getByRole('button', { name: 'Search the whole library, not only in Papers' }).click()
    await findHeading(page, new RegExp(`Results for.*${word}`)).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(4)
    expect(findParts(sent)).toHaveLength(8)
    await page.getByText('and in 3 unlocked links').filter({ visible: true }).waitFor()
    await page.goBack()
    await findHeaderField(page).waitFor()
    await expect.poll(() => findHeaderField(page).inputValue()).toBe('')

    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Go to anything' }).fill(word)
    await page
      .getByRole('option')
      .filter({ hasText: `${word} roofs` })
      .waitFor()
    expect(
      await page
        .getByRole('option')
        .filter({ hasText: `${word} elsewhere` })
        .count(),
    ).toBe(0)
    await page.getByRole('button', { name: 'Search the whole library', exact: true }).click()
    await page
      .getByRole('option')
      .filter({ hasText: `${word} elsewhere` })
      .waitFor()
  })

  test('ENC-07 SRCH-07 the field of the header on the page of an encrypted link filters its collection, and Esc clears it', async () => {
    const link = await addSealed('the open page')
    const page = await env.open(ada, '/dashboard')
    await openWithKey(page, `/l/${link}`, { raw: key.raw, parent: papers })
    const sent = recordSent(page)
    await findHeaderField(page).pressSequentially(word, { delay: 40 })
    await page.waitForURL(`**/c/${papers}`)
    await expectTitles(page, hits)
    await expect.poll(() => findHeaderField(page).inputValue()).toBe(word)
    await findHeaderField(page).press('Escape')
    await expect.poll(() => findFilter(page).inputValue()).toBe('')
    await waitForIdle(page)
    expect(findParts(sent)).toEqual([])
  })

  test('ENC-07 SRCH-07 the browser searches for words in the address, and removes them from the address before a reload', async () => {
    const page = await env.open(ada, '/dashboard')
    await openWithKey(page, `/c/${papers}?q=${word}&sort=title`, { raw: key.raw, parent: papers })
    await expectTitles(page, hits)
    await expect.poll(() => findFilter(page).inputValue()).toBe(word)
    expect(new URL(page.url()).search).toBe('?sort=title')
    const sent = recordSent(page)
    await page.reload()
    await expect.poll(() => page.getByRole('article').count()).toBe(4)
    await expect.poll(() => findFilter(page).inputValue()).toBe('')
    await waitForIdle(page)
    expect(findParts(sent)).toEqual([])
  })

  test('ENC-07 COL-01 visitors of a public one send words only after they have chosen it', async () => {
    await ada.call(setPermissions, { folder_id: papers, read: 3, write: 0 })
    for (const person of [null, await env.signIn('bea')]) {
      const page = await env.open(person, `/c/${papers}`)
      await expect.poll(() => page.getByRole('article').count()).toBe(4)
      const sent = recordSent(page)
      const field = page.getByRole('searchbox', { name: 'Search this collection' })
      await field.pressSequentially(word, { delay: 40 })
      await page.getByText('Encrypted links are found only by people who have their key').waitFor()
      await expectTitles(page, [])
      await expectAccessible(page)
      await waitForIdle(page)
      expect(findParts(sent)).toEqual([])
      expect(page.url()).not.toContain(word)
      await page.getByRole('button', { name: 'Search links without encryption' }).click()
      await expectTitles(page, [`${word} in clear`])
      expect(findParts(sent)).toHaveLength(8)
    }
  })

  test('ENC-07 SAVE-01 the form of a link without encryption sends nothing before the user saves it', async () => {
    const { page, sent } = await openPapers()
    await selectCardAction(page, `${word} in clear`, 'Edit')
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Title' }).fill(`${word} again`)
    await form.getByRole('textbox', { name: 'Description' }).pressSequentially(word, { delay: 40 })
    await form.getByRole('textbox', { name: 'Link', exact: true }).fill(`https://${word}.example/page`)
    await form.getByRole('combobox', { name: 'Tags' }).pressSequentially(word, { delay: 40 })
    await page
      .getByRole('option')
      .filter({ hasText: `#${word}` })
      .waitFor()
    await waitForIdle(page)
    expect(findParts(sent)).toEqual([])
  })
})
