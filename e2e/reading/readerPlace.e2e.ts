import { getReadingPlace, saveReadingPlace } from '@nestmark/contract/reading/readingPlace'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCollection } from '../support/collectionFixture.ts'
import { press } from '../support/menuCheck.ts'
import {
  article,
  distanceOf,
  type ReaderFixture,
  scroller,
  scrollTo,
  startReader,
  writeArticle,
} from './readerFixture.ts'
import { expectAccessible, saveScreenshot, viewports, waitForIdle } from '../support/testEnvironment.ts'

let fixture: ReaderFixture
let houses: string
let id: string
beforeAll(async () => {
  fixture = await startReader()
  houses = await addCollection(fixture.ada, 'Turf houses')
  id = await fixture.save('Turf walls', writeArticle('Turf walls'), houses)
})
afterAll(() => fixture.close())

const readPlace = () => fixture.ada.call(getReadingPlace, { link_id: id })

test.each(viewports)(
  'READ-01 an article opens where the user left it on another device (%i px, dark: %s)',
  async (width, dark) => {
    const { env, ada } = fixture
    const other = await fixture.save(`Turf ${width} ${dark}`, writeArticle('Turf again'), houses)
    const place = () => ada.call(getReadingPlace, { link_id: other })
    const first = await env.open(ada, `/l/${other}/read`, { width: 1440 })
    await article(first).getByText('Paragraph 0 says').waitFor()
    expect(await first.getByText('You were here').count()).toBe(0)
    await scrollTo(first, 30)
    await expect.poll(async () => (await place())?.offset ?? 0).toBeGreaterThan(1000)

    const second = await env.open(ada, `/l/${other}/read`, { width, dark, fresh: true })
    await second.getByText('You were here').waitFor()
    // Within a paragraph of the place: the lines have another length.
    expect(Math.abs(await distanceOf(second, 30))).toBeLessThan(320)
    await saveScreenshot(second, `reader-place-${width}-${dark ? 'dark' : 'light'}`)
    await expectAccessible(second)
    await second.getByText('You were here').waitFor({ state: 'detached' })

    // Leaving stores the place immediately. The clock of the server is stopped in tests.
    env.app.clock.now += 1000
    await scrollTo(second, 40)
    await second.keyboard.press('Escape')
    await second.waitForURL(`**/l/${other}`)
    await expect.poll(async () => (await place())!.offset).toBeGreaterThan(10_000)
    await second.goto(`/l/${other}/read`)
    await second.getByText('You were here').waitFor()
    expect(Math.abs(await distanceOf(second, 40))).toBeLessThan(60)
  },
)

test('READ-01 the reading position of a device that was offline does not replace a later one', async () => {
  const { env, ada } = fixture
  const page = await env.open(ada, `/l/${id}/read`, { fresh: true })
  await article(page).getByText('Paragraph 0 says').waitFor()
  await page.context().route('**/api/save-reading-place', route => route.abort())
  await scrollTo(page, 20)
  const failed = page.waitForRequest('**/api/save-reading-place')
  await failed
  expect(await readPlace()).toBeNull()
  await ada.call(saveReadingPlace, { link_id: id, version: 1, offset: 12_000 })
  await page.context().unroute('**/api/save-reading-place')
  // The device sends its place when the article opens again, and opens at the later one.
  const sent = page.waitForResponse('**/api/save-reading-place')
  await page.reload()
  expect((await sent).status()).toBe(200)
  await page.getByText('You were here').waitFor()
  expect((await readPlace())?.offset).toBe(12_000)
})

test('READ-01 Z13 a member of a shared collection begins at their own place', async () => {
  const { env, ada } = fixture
  const rosa = await env.signIn('rosa', 2)
  await ada.call(setPermissions, { folder_id: houses, read: 1, write: 0, read_members: [rosa.id] })
  await ada.call(saveReadingPlace, { link_id: id, version: 1, offset: 9000 })
  const page = await env.open(rosa, `/l/${id}/read`)
  await article(page).getByText('Paragraph 0 says').waitFor()
  expect(await scroller(page).evaluate(element => element.scrollTop)).toBe(0)
  await scrollTo(page, 10)
  await expect
    .poll(async () => (await rosa.call(getReadingPlace, { link_id: id }))?.offset ?? 0)
    .toBeGreaterThan(0)
  expect((await readPlace())?.offset).toBe(9000)
})

test.each([1440, 390])(
  'READ-06 the current line stays where it is while the text changes, at %i px',
  async width => {
    const { env, ada } = fixture
    const page = await env.open(ada, `/l/${id}/read`, { width, fresh: true })
    await article(page).getByText('Paragraph 0 says').waitFor()
    await scrollTo(page, 25)
    await press(page, page.getByRole('button', { name: 'Text', exact: true }))
    const settings = page.getByRole('dialog', { name: 'Text' })
    const before = await distanceOf(page, 25)
    const expectSamePosition = async () => {
      // Half a line: the first line of the paragraph is another one only when the paragraph has moved.
      await expect.poll(async () => Math.abs((await distanceOf(page, 25)) - before)).toBeLessThan(8)
    }
    const isHigher = await article(page).evaluate(element => element.scrollHeight)
    for (let step = 0; step < 4; step++)
      await press(page, settings.getByRole('button', { name: 'Larger text' }))
    expect(await article(page).evaluate(element => element.scrollHeight)).toBeGreaterThan(isHigher * 1.1)
    await expectSamePosition()
    await press(page, settings.getByRole('radio', { name: '1.5' }))
    await expectSamePosition()
    await press(page, settings.getByRole('radio', { name: 'Sans serif' }))
    await expectSamePosition()
    if (width > 820) {
      await press(page, settings.getByRole('radio', { name: 'Narrow' }))
      await expectSamePosition()
    }
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: width - 70, height: 700 })
    await expectSamePosition()
  },
)

test.each([1440, 390])(
  'READ-07 OFFLINE the user reads an opened article without the network, at %i px',
  async width => {
    const { env, ada } = fixture
    const never = await fixture.save(`Never ${width}`, writeArticle('Never opened'), houses)
    const page = await env.open(ada, `/l/${never}`, { width, fresh: true })
    await page.getByRole('link', { name: 'Read', exact: true }).waitFor()
    await page.goto(`/l/${id}/read`)
    await article(page).getByText('Paragraph 0 says').waitFor()
    await scrollTo(page, 30)
    await waitForIdle(page)
    const context = page.context()
    await context.route(/\/(api|f)\//, route => route.abort('connectionrefused').catch(() => undefined))
    await page.reload()
    await article(page).getByText('Paragraph 30 says').waitFor()
    await page.getByText('You were here').waitFor()
    expect(Math.abs(await distanceOf(page, 30))).toBeLessThan(60)

    await page.goto(`/l/${never}/read`)
    await page.getByRole('heading', { name: 'This page is not on this device' }).waitFor()
    await saveScreenshot(page, `reader-offline-${width}`)
    await expectAccessible(page)
    await context.unroute(/\/(api|f)\//)
    // The page may have found the network by itself.
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    const opened = page.getByRole('heading', { name: 'Never opened' })
    await expect
      .poll(async () => {
        await tryAgain.click({ timeout: 1000 }).catch(() => undefined)
        return opened.count()
      })
      .toBe(1)

    // The articles are the user's: the next user of the browser has none of them.
    expect(
      await page.evaluate(async () => (await (await caches.open('articles')).keys()).length),
    ).toBeGreaterThan(0)
    await page.addInitScript(() => localStorage.setItem('token', 'Token Expired!'))
    await page.goto('/login')
    await expect.poll(() => page.evaluate(() => caches.has('articles'))).toBe(false)
  },
)
