import { getLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { changeFolderKey, updateEnc } from '@nestmark/contract/encryption/encryption'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  giveKey,
  makeKey,
  sealLink,
  type TestKey,
} from '../../apps/server/src/features/encryption/fixture.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { openWithKey } from './encryptionFixture.ts'
import { findCard } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
  waitForIdle,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let papers: string
let key: TestKey
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  papers = await addCollection(ada, 'Papers to cite')
  key = await giveKey(ada, papers)
})

interface NewLink {
  name: string
  link?: string
  desc?: string
  tags?: string[]
  category?: number
}

/** Saves a link and encrypts it. Later links are newer. */
async function addSealed(made: NewLink, parent = papers, by = key): Promise<string> {
  env.app.clock.now += 60_000
  const texts = { link: 'https://example.org/a', desc: 'Words', category: 3, ...made }
  const { _id } = await ada.call(saveLink, { ...texts, parent, plain: 1 })
  await ada.call(updateEnc, { links: [await sealLink(by, _id, texts)] })
  return _id
}

async function addClear(name: string, parent = papers): Promise<string> {
  env.app.clock.now += 60_000
  return addLink(ada, name, parent)
}

/** The titles of the list, as rows or cards. */
const listTitles = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll(cards =>
      cards.map(
        card => card.getAttribute('aria-label') ?? card.querySelector('[data-main]')?.textContent ?? '',
      ),
    )
const expectTitles = (page: Page, titles: string[]) => expect.poll(() => listTitles(page)).toEqual(titles)
const open = (page: Page, search = '', folder = papers) =>
  openWithKey(page, `/c/${folder}${search}`, { raw: key.raw, parent: papers })
const findMark = (page: Page) =>
  page.getByText(/^(Only in this browser|and in \d+ unlocked links?)$/).filter({ visible: true })
/** Sends the words of the filter, which the links without encryption need. */
const searchPlain = (page: Page) =>
  page.getByRole('button', { name: /^Search \d+ links? without encryption$/ }).click()

describe('ENC SRCH the filter of an encrypted collection', () => {
  test('BULK “Select all” takes hits of the browser, and an edit and the trash change the list', async () => {
    const walls = await addSealed({ name: 'Turf walls' })
    await addSealed({ name: 'Turf roofs' })
    await addClear('clear turf')
    const page = await env.open(ada, '/dashboard')
    await open(page, '?q=turf')
    await expectTitles(page, ['Turf roofs', 'Turf walls'])
    await searchPlain(page)
    await expectTitles(page, ['clear turf', 'Turf roofs', 'Turf walls'])
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select all 3' }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected links' })
    await bar.getByText('3 selected').waitFor()
    await bar.getByRole('button', { name: 'Favourite' }).click()
    // The navigation would end the call.
    await waitForIdle(page)
    await page.goto(`/c/${papers}?q=turf&favourite=1`)
    await searchPlain(page)
    await expectTitles(page, ['clear turf', 'Turf roofs', 'Turf walls'])
    await ada.call(trashLinks, { linkIdArr: [walls] })
    await expectTitles(page, ['clear turf', 'Turf roofs'])
    await addSealed({ name: 'Turf again' })
    await page.goto(`/c/${papers}?q=turf`)
    await searchPlain(page)
    await expectTitles(page, ['Turf again', 'clear turf', 'Turf roofs'])
  })

  test('BULK “Select all” takes no encrypted link that the list does not show', async () => {
    const sealed = await addSealed({ name: 'Turf walls', tags: ['roof'] })
    await addClear('A roof')
    const page = await env.open(ada, '/dashboard')
    await open(page, '?q=roof -turf')
    await searchPlain(page)
    await expectTitles(page, ['A roof'])
    await findMark(page).waitFor()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select all 1' }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected links' })
    await bar.getByText('1 selected').waitFor()
    await bar.getByRole('button', { name: 'Favourite' }).click()
    // The navigation would end the call.
    await waitForIdle(page)
    await page.goto(`/c/${papers}?favourite=1`)
    await expectTitles(page, ['A roof'])
    const { link } = await ada.call(getLink, { link_id: sealed })
    expect(link.favourite).toBe(0)
  })

  test.each(phoneViewports)(
    'LINK-11 ENC-09 the field and the locked links at %i px, dark: %s',
    async (width, dark) => {
      const look = `${width}-${dark ? 'dark' : 'light'}`
      // Its key is replaced, and the browser has the new one only.
      await addSealed({ name: 'Turf of the previous key' })
      const next = await makeKey(papers)
      await ada.call(changeFolderKey, { folders: [{ _id: papers, from: key.enc_id, to: next.enc_id }] })
      key = next
      for (const name of ['Turf roofs', 'Turf walls']) await addSealed({ name })
      await addClear('turf in clear')
      const page = await env.open(ada, '/dashboard', { width, height: 844, dark })
      await open(page)
      await findCard(page, 'Turf walls').waitFor()
      await saveScreenshot(page, `filter-before-${look}`)
      await open(page, '?q=turf')
      await expectTitles(page, ['Turf walls', 'Turf roofs'])
      await page.getByText('1 locked link was not searched').waitFor()
      await page.getByText('1 link without encryption was not searched').waitFor()
      await expect.poll(() => findMark(page).count()).toBe(1)
      await page.getByRole('searchbox').last().focus()
      await saveScreenshot(page, `filter-encrypted-${look}`)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await page.goto(`/c/${papers}?sort=title`)
      await findCard(page, 'Turf walls').waitFor()
      await page.getByText('Encrypted links stay together').waitFor()
      await saveScreenshot(page, `sort-encrypted-${look}`)
      await expectAccessible(page)
    },
  )

  test('SRCH-01 collections without encrypted links do not mention them', async () => {
    const turf = await addCollection(ada, 'Turf')
    await addClear('turf roofs', turf)
    const page = await env.open(ada, '/dashboard')
    await open(page, '?q=turf&sort=title', turf)
    await findCard(page, 'turf roofs').waitFor()
    expect(await page.getByText(/encrypted links|in this browser/i).count()).toBe(0)
  })
})
