import { favouriteLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCollection } from '../support/collectionFixture.ts'
import { article, type ReaderFixture, startReader, writeArticle } from './readerFixture.ts'

let fixture: ReaderFixture
let houses: string
let id: string
beforeAll(async () => {
  fixture = await startReader()
  houses = await addCollection(fixture.ada, 'Turf houses')
  id = await fixture.save('Turf walls', writeArticle('Turf walls'), houses)
})
afterAll(() => fixture.close())

test('READ-07 OFFLINE an article stays on the device when the user closes the page while it stores the article again', async () => {
  const { env, ada } = fixture
  const page = await env.open(ada, `/l/${id}/read`, { fresh: true })
  const count = () => page.evaluate(async () => (await (await caches.open('articles')).keys()).length)
  await article(page).getByText('Paragraph 0 says').waitFor()
  await expect.poll(count).toBe(1)
  await page.addInitScript(() => {
    Cache.prototype.put = () => {
      document.body.dataset.storing = 'true'
      return new Promise(() => undefined)
    }
  })
  await page.reload()
  await page.locator('[data-storing]').waitFor()
  expect(await count()).toBe(1)
})

test('READ-07 OFFLINE the installed app has the articles of favourite links after it closed', async () => {
  const { env, ada } = fixture
  const favourite = await fixture.save('Favourite walls', writeArticle('Favourite walls'), houses)
  await ada.call(favouriteLink, { link_id: favourite, is_fav: 1 })
  const page = await env.open(ada, '/icon.svg', { width: 390, fresh: true })
  const context = page.context()
  // The browser of the tests has no installed apps.
  await context.addInitScript(() => {
    const { matchMedia } = window
    window.matchMedia = query => matchMedia(query.replace('(display-mode: standalone)', 'all'))
  })
  await page.goto('/dashboard')
  const stored = () =>
    page.evaluate(async () => (await (await caches.open('articles')).keys()).map(request => request.url))
  await expect.poll(stored).toEqual([expect.stringContaining(favourite)])
  const answers = () => page.evaluate(() => localStorage.getItem('answers') ?? '')
  await expect.poll(answers).toContain(favourite)

  await context.route(/\/(api|f)\//, route => route.abort('connectionrefused').catch(() => undefined))
  const reopened = await context.newPage()
  await page.close()
  await reopened.goto(`/l/${favourite}/read`)
  await article(reopened).getByText('Paragraph 0 says').waitFor()
})

test('READ-07 OFFLINE the device removes the article of a previous favourite, unless the user opened it', async () => {
  const { env, ada } = fixture
  const previous = await fixture.save('Previous walls', writeArticle('Previous walls'), houses)
  const opened = await fixture.save('Opened walls', writeArticle('Opened walls'), houses)
  const setFavourite = async (is_fav: 0 | 1) => {
    for (const link_id of [previous, opened]) await ada.call(favouriteLink, { link_id, is_fav })
  }
  await setFavourite(1)
  const page = await env.open(ada, '/icon.svg', { width: 390, fresh: true })
  await page.context().addInitScript(() => {
    const { matchMedia } = window
    window.matchMedia = query => matchMedia(query.replace('(display-mode: standalone)', 'all'))
  })
  await page.goto('/dashboard')
  const stored = async () => {
    const urls = await page.evaluate(async () =>
      (await (await caches.open('articles')).keys()).map(request => request.url),
    )
    return [previous, opened].filter(id => urls.some(url => url.includes(id)))
  }
  await expect.poll(stored).toEqual([previous, opened])
  await page.goto(`/l/${opened}/read`)
  await article(page).getByText('Paragraph 0 says').waitFor()
  await page.goto('/dashboard')
  await setFavourite(0)
  await expect.poll(stored).toEqual([opened])
  // A link that is a favourite again is stored again.
  await ada.call(favouriteLink, { link_id: previous, is_fav: 1 })
  await expect.poll(stored).toEqual([previous, opened])
})
