import { makeLinkPublic } from '@nestmark/contract/sharing/share'
import type { Link } from '@nestmark/contract/shapes'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { saveFile } from '../../apps/server/src/test/support/files.ts'
import { filesRead, previewsMade } from '../../apps/server/src/test/support/jobs.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { createLargePhoto } from '../../apps/server/src/test/support/pictureSamples.ts'
import { saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let link: Link
let photo: Buffer
beforeAll(async () => {
  ada = await env.signIn('ada')
  photo = await createLargePhoto(4000, 3000)
  link = await saveFile(env.app, ada, photo, { name: 'Harbour.jpg', type: 'image/jpeg' })
  await filesRead(env.app)
  await previewsMade(env.app)
})

const shown = (page: Page) => page.locator('.pswp__img:not(.pswp__img--placeholder)')
const widthOf = (page: Page) => shown(page).evaluate(image => (image as HTMLImageElement).naturalWidth)

async function openViewer(page: Page): Promise<string[]> {
  const loaded: string[] = []
  page.on('response', response => {
    if (new URL(response.url()).pathname.startsWith('/f/'))
      loaded.push(response.headers()['content-type'] ?? '')
  })
  await page.getByRole('button', { name: 'View “Harbour.jpg”' }).click()
  await expect.poll(() => widthOf(page)).toBe(2048)
  return loaded
}

test('UPL-08 the viewer shows a large picture by its preview, and zooming in loads the file', async () => {
  const page = await env.open(ada, `/l/${link._id}`, { width: 1440, height: 900 })
  const loaded = await openViewer(page)
  expect(new Set(loaded)).toEqual(new Set(['image/webp']))
  await saveScreenshot(page, 'large-picture-1440')
  await page.mouse.move(720, 450)
  // Not yet beyond the pixels of the preview.
  await page.mouse.wheel(0, -200)
  await page.getByRole('button', { name: 'Zoom out' }).waitFor()
  expect(await widthOf(page)).toBe(2048)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -300)
      return widthOf(page)
    })
    .toBe(4000)
  expect(new Set(loaded)).toEqual(new Set(['image/webp', 'image/jpeg']))
  await saveScreenshot(page, 'large-picture-zoomed-1440')
  const original = page.getByRole('link', { name: 'Open original' })
  const answer = await fetch(new URL((await original.getAttribute('href'))!, env.app.origin))
  expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Harbour.jpg')
})

test('UPL-08 a visitor on a phone sees the preview, and a double tap loads the file', async () => {
  await ada.call(makeLinkPublic, { link_id: link._id, is_public: 1 })
  const context = { deviceScaleFactor: 3 }
  const page = await env.open(null, `/l/${link._id}`, { width: 390, height: 844, context })
  const loaded = await openViewer(page)
  expect(new Set(loaded)).toEqual(new Set(['image/webp']))
  await expect
    .poll(async () => {
      await page.touchscreen.tap(195, 420)
      await page.touchscreen.tap(195, 420)
      return widthOf(page)
    })
    .toBe(4000)
})

test('UPL-08 + − and 0 zoom a picture, and closing it returns the focus to the panel of its link', async () => {
  const page = await env.open(ada, '/dashboard', { width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Harbour.jpg' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Harbour.jpg' })
  const view = panel.getByRole('button', { name: 'View “Harbour.jpg”' })
  await view.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => widthOf(page)).toBe(2048)
  const measure = async () => (await shown(page).boundingBox())!.width
  const whole = await measure()
  await page.keyboard.press('+')
  await expect.poll(measure).toBeCloseTo(whole * 1.5, -1)
  await page.keyboard.press('+')
  await page.keyboard.press('-')
  await expect.poll(measure).toBeCloseTo(whole * 1.5, -1)
  await page.keyboard.press('0')
  await expect.poll(measure).toBeCloseTo(whole, -1)
  await page.keyboard.press('Escape')
  await shown(page).waitFor({ state: 'detached' })
  await expect.poll(() => view.evaluate(button => button === document.activeElement)).toBe(true)
})
