import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { writeKeyFile } from '@nestmark/encryption/keys/keyFile'
import { toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { giveKey, sealLink, type TestKey } from '../../apps/server/src/features/encryption/fixture.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { openWithKey } from './encryptionFixture.ts'
import { selectCardAction } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let papers: string
let key: TestKey
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  papers = await addCollection(ada, 'Papers')
  key = await giveKey(ada, papers)
})

interface NewLink {
  name: string
  link?: string
  desc?: string
  tags?: string[]
  category?: number
}

/** Saves a link and encrypts it. */
async function addSealed(owner: Person, made: NewLink, parent = papers, by = key): Promise<string> {
  env.app.clock.now += 60_000
  const texts = { link: 'https://example.org/a', desc: 'Words', category: 3, ...made }
  const { _id } = await owner.call(saveLink, { ...texts, parent, plain: 1 })
  await owner.call(updateEnc, { links: [await sealLink(by, _id, texts)] })
  return _id
}

const toPath = (q: string, more = '') => `/search/?q=${encodeURIComponent(q)}&type=everything${more}`
/** The titles of the results, as rows or cards. */
const listTitles = (page: Page) =>
  page
    .locator('[data-search-results] article')
    .evaluateAll(cards =>
      cards.map(
        card => card.getAttribute('aria-label') ?? card.querySelector('[data-main]')?.textContent ?? '',
      ),
    )
const findMark = (page: Page | Locator) => page.getByText(/^and in \d+ unlocked links?$/)
const search = async (page: Page, q: string) => {
  await page.goto(toPath(q))
}

const library: NewLink[] = [
  {
    name: 'Turf walls of the north',
    desc: 'Layers and drains',
    link: 'https://coldhouse.example.org/walls',
    tags: ['vernacular'],
  },
  { name: 'Plain paper', desc: 'It mentions turf once in passing', link: 'https://openheat.example.net/1' },
  { name: 'A film of a roof', link: 'https://films.example.com/turfhouse', category: 2, tags: ['roof'] },
]

describe('ENC SRCH the browser finds encrypted links', () => {
  test('SRCH-07 ENC-09 a lock removes the results and counts the locked links; the key restores them', async () => {
    for (const made of library) await addSealed(ada, made)
    await addLink(ada, 'turf in clear')
    const page = await env.open(ada, '/dashboard')
    await openWithKey(page, toPath('turf'), { raw: key.raw, parent: papers })
    await expect.poll(() => listTitles(page)).toHaveLength(4)
    expect(await page.getByText('not searched').count()).toBe(0)
    // Another tab removes the keys.
    await page.evaluate(() => {
      const channel = new BroadcastChannel('nestmark-keys')
      channel.postMessage('forget')
      channel.close()
    })
    await expect.poll(() => listTitles(page)).toEqual(['turf in clear'])
    await page.getByText('3 locked links were not searched').waitFor()
    expect(await findMark(page).count()).toBe(0)
    expect(await page.content()).not.toContain('Turf walls')
    await expectAccessible(page)
    await search(page, 'drains')
    await page.getByText('No results matching your query!').waitFor()
    await page.getByText('3 locked links were not searched').waitFor()
    await page.getByRole('button', { name: 'Unlock' }).click()
    const record = await toKeyRecord(key.raw, { collectionId: papers, label: 'Papers key' })
    await page
      .getByRole('dialog', { name: 'Unlock “Papers”' })
      .getByLabel('Key file')
      .setInputFiles({
        name: 'papers.key',
        mimeType: 'application/json',
        buffer: Buffer.from(await writeKeyFile([record], { created: new Date(0).toISOString() })),
      })
    await expect.poll(() => listTitles(page)).toEqual(['Turf walls of the north'])
    expect(await page.getByText('not searched').count()).toBe(0)
  })

  test('ENC the first search reads the links and shows how many, and the user can stop and resume it', async () => {
    for (const made of library) await addSealed(ada, made)
    await addLink(ada, 'turf in clear')
    const page = await env.open(ada, '/dashboard')
    const answers = Promise.withResolvers<void>()
    await page.route('**/api/get-enc-links', async route => {
      await answers.promise
      await route.continue().catch(() => undefined)
    })
    await openWithKey(page, toPath('turf'), { raw: key.raw, parent: papers })
    await page.getByText('Reading 3 links').waitFor()
    await expect.poll(() => listTitles(page)).toEqual(['turf in clear'])
    expect(await findMark(page).count()).toBe(0)
    await expectAccessible(page)
    await saveScreenshot(page, 'search-encrypted-reading')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('3 encrypted links were not searched').waitFor()
    expect(await page.getByText('Reading 3 links').count()).toBe(0)
    answers.resolve()
    await page.getByRole('button', { name: 'Search them too' }).click()
    await expect.poll(() => listTitles(page)).toHaveLength(4)
  })

  test('ENC-10 the search finds a new link and an edited one, and no decrypted text leaves the browser', async () => {
    const id = await addSealed(ada, library[0]!)
    await addSealed(ada, library[1]!)
    const page = await env.open(ada, '/dashboard')
    const sent: string[] = []
    page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await openWithKey(page, toPath('in:papers'), { raw: key.raw, parent: papers })
    await expect.poll(() => listTitles(page)).toHaveLength(2)
    await selectCardAction(page, 'Turf walls of the north', 'Edit')
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Title' }).fill('Peat instead')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => listTitles(page)).toContain('Peat instead')
    // A change in another window arrives as a live update.
    await addSealed(ada, { name: 'Quietly added' })
    await expect.poll(() => listTitles(page)).toContain('Quietly added')
    await ada.call(trashLinks, { linkIdArr: [id] })
    await expect.poll(() => listTitles(page)).not.toContain('Peat instead')
    await search(page, 'quietly')
    await expect.poll(() => listTitles(page)).toEqual(['Quietly added'])
    const all = sent.join('\n')
    expect(all).toContain('quietly')
    for (const text of ['Quietly added', 'Peat', 'Turf', 'Layers', 'coldhouse', 'passing'])
      expect(all).not.toContain(text)
  })

  test('ENC BULK “Select all” takes the links that only the browser finds', async () => {
    for (const made of library) await addSealed(ada, made)
    await addLink(ada, 'turf in clear')
    const page = await env.open(ada, '/dashboard')
    await openWithKey(page, toPath('turf'), { raw: key.raw, parent: papers })
    await expect.poll(() => listTitles(page)).toHaveLength(4)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select all 4' }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected links' })
    await bar.getByText('4 selected').waitFor()
    await bar.getByRole('button', { name: 'Favourite' }).click()
    await search(page, 'is:favourite')
    await expect.poll(() => listTitles(page)).toHaveLength(4)
  })

  test.each(phoneViewports)(
    'ENC the results, the palette and locked links at %i px, dark: %s',
    async (width, dark) => {
      const name = `${width}-${dark ? 'dark' : 'light'}`
      for (const made of library) await addSealed(ada, made)
      await addLink(ada, 'turf in clear')
      const others = await addCollection(ada, 'Interviews')
      await addSealed(ada, { name: 'Out of reach' }, others, await giveKey(ada, others))
      const page = await env.open(ada, '/dashboard', {
        width,
        height: 900,
        dark,
        context: { hasTouch: true },
      })
      await openWithKey(page, toPath('turf'), { raw: key.raw, parent: papers })
      await expect.poll(() => listTitles(page)).toHaveLength(4)
      await page.getByText('1 locked link was not searched').waitFor()
      await expect.poll(() => findMark(page).filter({ visible: true }).count()).toBe(1)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await saveScreenshot(page, `search-encrypted-${name}`)
      await search(page, 'nothing at all')
      await page.getByText('1 locked link was not searched').waitFor()
      await saveScreenshot(page, `search-encrypted-none-${name}`)
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Go to anything' }).fill('turf')
      const option = page.getByRole('option').filter({ hasText: 'Turf walls of the north' })
      await option.getByRole('img', { name: 'Encrypted, open here' }).waitFor()
      await expectAccessible(page)
      await saveScreenshot(page, `search-encrypted-palette-${name}`)
      await option.tap()
      await page.waitForURL(/\/l\//)
    },
  )
})
