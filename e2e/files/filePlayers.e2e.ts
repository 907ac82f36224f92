import sharp from 'sharp'
import { downloadUrl } from '@nestmark/contract/files'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Link } from '@nestmark/contract/shapes'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { createPdf, createScan, createTone, readVideo, saveMedia } from '../support/mediaFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  waitForIdle,
  waitForRender,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let sounds: string
let pictures: string
/** The uploaded links by title. */
const links = new Map<string, Link>()
const idOf = (title: string) => links.get(title)!._id

beforeAll(async () => {
  ada = await env.signIn('ada')
  sounds = await addCollection(ada, 'Soundscapes')
  pictures = await addCollection(ada, 'Pictures')
  const save = async (name: string, bytes: Buffer, type: string, parent: string, facts = {}) => {
    links.set(name, await saveMedia(env.app, ada, bytes, { name, type, parent }, facts))
  }
  const peaks = JSON.stringify(Array.from({ length: 200 }, (_, at) => (at * 37) % 256))
  await save('First', createTone(20), 'audio/wav', sounds, { duration_ms: 20_000 })
  // Larger than what a browser reads ahead.
  await save('Second', createTone(400, 96_000), 'audio/wav', sounds, { duration_ms: 400_000, peaks })
  await save('Third', createTone(20), 'audio/wav', sounds, { duration_ms: 20_000 })
  for (const [at, [width, height]] of (
    [
      [900, 600],
      [400, 800],
    ] as const
  ).entries()) {
    const create = { width, height, channels: 3 as const, background: at === 0 ? '#2b6c99' : '#a84078' }
    await save(`Picture ${at + 1}`, await sharp({ create }).png().toBuffer(), 'image/png', pictures, {
      width,
      height,
    })
  }
  const film = readVideo('tall')
  await save('Upright', film, 'video/webm', sounds, { width: 180, height: 320, duration_ms: 3_000 })
  const pages = Array.from({ length: 12 }, (_, page) => [
    `Page ${page + 1} of the report`,
    `The drainage layer number ${page + 1} was dry.`,
  ])
  await save('Report', createPdf(pages), 'application/pdf', pictures, { pages: 12 })
})

const readSound = (page: Page) =>
  page.evaluate(() => {
    const { paused, currentTime } = document.querySelector('audio')!
    return { paused, currentTime }
  })

test('EMB-06 a sound plays on while one browses, goes to the next, and stays after a reload', async () => {
  const page = await env.open(ada, `/c/${sounds}?category=listen`)
  await page.getByRole('button', { name: 'Play “Third”' }).click()
  const bar = page.getByRole('region', { name: 'Sound player' })
  await bar.getByText('Soundscapes · 1 of 3').waitFor()
  await expect.poll(async () => (await readSound(page)).currentTime).toBeGreaterThan(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'sound-bar')

  await page.getByRole('link', { name: 'Tags' }).click()
  await page.getByRole('heading', { name: 'Tags', exact: true }).waitFor()
  expect((await readSound(page)).paused).toBe(false)
  await bar.getByRole('button', { name: 'Next', exact: true }).click()
  await bar.getByText('Soundscapes · 2 of 3').waitFor()
  await bar.getByText('06:40', { exact: true }).waitFor()
  const position = bar.getByRole('slider', { name: 'Position' })
  await position.fill('65')
  await position.press('ArrowRight')
  await bar.getByText('01:10', { exact: true }).waitFor()
  expect(await position.getAttribute('aria-valuetext')).toMatch(/^1 minute 10 seconds of 6 minutes/)
  await position.press('k')
  await expect.poll(() => readSound(page)).toMatchObject({ paused: true })

  await page.reload()
  await bar.getByText('Soundscapes · 2 of 3').waitFor()
  await bar.getByText(/^01:1\d$/).waitFor()
  expect(await page.evaluate(() => document.querySelector('audio')!.src)).toBe('')
  const { promise: chosen, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/download-url', route => chosen.then(() => route.continue()))
  await bar.getByRole('button', { name: 'Play', exact: true }).click()
  // A position that is chosen before the sound is loaded is the one that it plays from.
  await position.fill('200')
  resolve()
  await expect.poll(async () => (await readSound(page)).currentTime).toBeGreaterThan(200)
  await bar.getByRole('button', { name: 'Close the player' }).click()
  await bar.waitFor({ state: 'detached' })
})

test('EMB-06 a visitor’s sound stays after a reload, until it is not public any more', async () => {
  const collection = await addCollection(ada, 'Public sounds')
  const options = { name: 'Wind', type: 'audio/wav', parent: collection }
  await saveMedia(env.app, ada, createTone(20), options, { duration_ms: 20_000 })
  await ada.call(setPermissions, { folder_id: collection, read: 3, write: 0 })
  const page = await env.open(null, `/c/${collection}`)
  await page.getByRole('button', { name: 'Play “Wind”' }).click()
  const bar = page.getByRole('region', { name: 'Sound player' })
  await expect.poll(async () => (await readSound(page)).currentTime).toBeGreaterThan(0)
  await page.reload()
  await bar.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await bar.getByText('Wind', { exact: true }).waitFor()
  await ada.call(setPermissions, { folder_id: collection, read: 0, write: 0 })
  await page.reload()
  await waitForIdle(page)
  expect(await bar.count()).toBe(0)
})

test('UPL-08 EMB-06 a sound continues at its position after its address has expired', async () => {
  const page = await env.open(ada, `/l/${idOf('Second')}`)
  const addresses: string[] = []
  page.on('request', request => {
    if (request.url().includes('/f/')) addresses.push(new URL(request.url()).search)
  })
  const player = page.getByRole('region', { name: 'Player for “Second”' })
  await player.getByRole('button', { name: 'Play “Second”' }).click()
  await expect.poll(async () => (await readSound(page)).currentTime).toBeGreaterThan(0)
  env.app.clock.now += 6 * 60_000
  await player.getByRole('slider', { name: 'Position' }).fill('360')
  await expect.poll(async () => (await readSound(page)).currentTime).toBeGreaterThan(360)
  expect(new Set(addresses).size).toBe(2)
  expect((await readSound(page)).paused).toBe(false)
})

test('EMB-07 EMB-05 an upright video has its shape before it loads, and starts after a click', async () => {
  const page = await env.open(ada, `/l/${idOf('Upright')}`)
  const requests: string[] = []
  page.on('request', request => requests.push(new URL(request.url()).pathname))
  const play = page.getByRole('button', { name: 'Play “Upright”' })
  await play.hover()
  const before = (await page.locator('main [data-vertical]').boundingBox())!
  expect(before.height).toBeGreaterThan(before.width)
  expect(requests.filter(path => path.startsWith('/f/') || path.includes('download-url'))).toEqual([])
  await play.click()
  const video = page.locator('main video')
  await expect
    .poll(() => video.evaluate(element => (element as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0)
  const after = (await page.locator('main [data-vertical]').boundingBox())!
  expect([after.width, after.height]).toEqual([before.width, before.height])
  const player = page.getByRole('group', { name: 'Video “Upright”' })
  await player.press('m')
  await player.getByRole('button', { name: 'Unmute' }).waitFor()
  await player.press('>')
  expect(await video.evaluate(element => (element as HTMLVideoElement).playbackRate)).toBe(1.25)
  await player.press('0')
  await expectAccessible(page)
})

test('EMB-05 a visitor plays an uploaded video by click only, and the page reports a lost file', async () => {
  const shared = await addCollection(ada, 'Open')
  const film = await saveMedia(
    env.app,
    ada,
    createTone(2),
    { name: 'Lost', type: 'audio/wav', parent: shared },
    { duration_ms: 2_000 },
  )
  await env.app.services.db.write(tx =>
    tx
      .updateTable('links')
      .set({ is_public: 1 })
      .where('id', 'in', [film._id, idOf('Upright')])
      .execute(),
  )
  await env.app.services.db.write(tx =>
    tx.updateTable('people').set({ load_links: 2 }).where('id', '=', ada.id).execute(),
  )
  const page = await env.open(null, `/l/${idOf('Upright')}`)
  const play = page.getByRole('button', { name: 'Play “Upright”' })
  await play.hover()
  await waitForRender(page)
  expect(await page.locator('main video').count()).toBe(0)
  await play.click()
  const video = page.locator('main video')
  await expect
    .poll(() => video.evaluate(element => (element as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0)

  const { url } = await ada.call(downloadUrl, { link_id: film._id })
  const blob = await env.app.services.db.read
    .selectFrom('files')
    .select('blob_id')
    .where('link_id', '=', film._id)
    .executeTakeFirstOrThrow()
  await env.app.services.fileStore.remove([blob.blob_id])
  expect((await fetch(env.app.origin + url)).status).toBe(404)
  await page.goto(`/l/${film._id}`)
  await page.getByRole('button', { name: 'Play “Lost”' }).click()
  await page.getByRole('status').filter({ hasText: 'The file is lost' }).first().waitFor()
})

test.each([1440, 390])('UPL-08 a user views pictures in full, %i px', async width => {
  const page = await env.open(ada, `/l/${idOf('Picture 2')}`, { width, height: 844 })
  const view = page.getByRole('button', { name: 'View “Picture 2”' })
  await view.click()
  const dialog = page.getByRole('dialog', { name: 'Picture 2' })
  await dialog.getByText('1 of 2').waitFor()
  const shown = (name: string) => page.locator(`.pswp__img[alt="${name}"]:not(.pswp__img--placeholder)`)
  await expect
    .poll(() => shown('Picture 2').evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBe(400)
  await expectAccessible(page)
  await saveScreenshot(page, `picture-viewer-${width}`)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'Picture 1' }).getByText('2 of 2').waitFor()
  const small = (await shown('Picture 1').boundingBox())!
  if (width === 1440) {
    await page.mouse.move(width / 2, 400)
    await page.mouse.wheel(0, -600)
    await expect
      .poll(async () => (await shown('Picture 1').boundingBox())!.width)
      .toBeGreaterThan(small.width)
  }
  await page.keyboard.press('Escape')
  await page.locator('.pswp').waitFor({ state: 'detached' })
  await expect.poll(() => view.evaluate(element => element === document.activeElement)).toBe(true)
  // The back button closes it, too.
  await view.click()
  await page.getByRole('dialog', { name: 'Picture 2' }).waitFor()
  await page.goBack()
  await page.locator('.pswp').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/l/${idOf('Picture 2')}`)
})

test.each([
  [1440, false],
  [390, true],
] as const)('UPL-08 a user reads, searches and selects in a PDF, %i px', async (width, dark) => {
  const page = await env.open(ada, `/l/${idOf('Report')}`, { width, height: 844, dark })
  await page.getByRole('link', { name: /Read$/ }).click()
  await page.getByText('Page 1 of the report').waitFor()
  await page.getByRole('button', { name: 'Find in this document' }).click()
  await page.getByRole('textbox', { name: 'Find in this document' }).fill('layer number 1')
  // Pages 1, 10, 11 and 12.
  await page.getByText('1 of 4').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('2 of 4').waitFor()
  await page.getByText('Page 10 of the report').waitFor()
  await saveScreenshot(page, `pdf-${width}`)
  await page.keyboard.press('Escape')
  const line = page.getByText('Page 10 of the report')
  await line.selectText()
  expect(await page.evaluate(() => getSelection()!.toString())).toBe('Page 10 of the report')
  await page.getByRole('button', { name: 'Pages' }).click()
  if (width === 1440) await page.getByRole('button', { name: 'Pages' }).click()
  const thumb = page.getByRole('button', { name: 'Page 3', exact: true })
  await thumb.click()
  await page.getByText('Page 3 of the report').waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/l/${idOf('Report')}`)
})

test('the viewer draws a scanned page of a PDF, and reports a broken file', async () => {
  const save = (name: string, bytes: Buffer) =>
    saveMedia(env.app, ada, bytes, { name, type: 'application/pdf', parent: pictures }, { pages: 1 })
  const [scan, broken] = [
    await save('Scan', createScan()),
    await save('Broken', Buffer.from('%PDF-1.4\nthis is no document')),
  ]
  const page = await env.open(ada, `/l/${scan._id}/pdf`)
  const canvas = page.locator('.pdfViewer canvas')
  await expect
    .poll(() =>
      canvas.first().evaluate(element => {
        const { width, height } = element as HTMLCanvasElement
        const pen = (element as HTMLCanvasElement).getContext('2d')!
        return [...pen.getImageData(width * 0.4, height * 0.5, 1, 1).data]
      }),
    )
    .toEqual([0, 0, 0, 255])
  await page.goto(`/l/${broken._id}/pdf`)
  const message = page.getByRole('alert').filter({ hasText: 'This PDF can’t be shown' })
  await message.getByRole('button', { name: 'Download' }).waitFor()
})

test('the PDF viewer is no part of the first visit', async () => {
  const page = await env.open(ada, '/dashboard')
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(entry => entry.name))
  expect(names.filter(name => /pdf|photoswipe|PictureViewer|LinkPlayer|engine/i.test(name))).toEqual([])
})
