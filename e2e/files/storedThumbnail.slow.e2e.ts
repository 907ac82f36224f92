import { createCollection } from '@nestmark/contract/collections'
import { downloadUrl } from '@nestmark/contract/files'
import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { encryptWithFiles } from '../encryption/encryptionFixture.ts'
import { readVideo, saveMedia } from '../support/mediaFixture.ts'
import { press } from '../support/menuCheck.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
})

/** Saves a link with a video that has no thumbnail. */
async function saveVideo(parent: string): Promise<Link> {
  const options = { name: 'drip-edge', type: 'video/webm', parent }
  return saveMedia(env.app, ada, readVideo('large'), options, { width: 1280, height: 720 })
}
const addFolder = async (name: string) => (await ada.call(createCollection, { name }))._id
const readLink = async (id: string) => (await ada.call(getLink, { link_id: id })).link!

/** Opens the form that edits the link whose page is open. */
async function openEditForm(page: Page): Promise<Locator> {
  await press(page, page.getByRole('button', { name: /actions for/i }).first())
  await press(page, page.getByRole('menuitem', { name: 'Edit', exact: true }))
  const form = page.getByRole('dialog', { name: 'Edit link' })
  await form.getByRole('textbox', { name: 'Title' }).waitFor()
  return form
}

/** Captures a picture in the editor, and takes it. */
async function capture(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Capture thumbnail from the video' }))
  const editor = page.getByRole('dialog', { name: 'Capture thumbnail from the video' })
  await editor.getByText('Click on the Capture button on the left').waitFor()
  await editor.getByRole('slider', { name: 'Position in the video' }).fill('0.3')
  await press(page, editor.getByRole('button', { name: 'Capture', exact: true }))
  await editor.getByRole('radio', { name: /Picture at/ }).waitFor()
}
const take = (page: Page) => press(page, page.getByRole('button', { name: 'Use this thumbnail' }))
const update = (page: Page) => press(page, page.getByRole('button', { name: 'Update', exact: true }))

test.each(phoneViewports)(
  'UPL-07 the form captures another thumbnail from a stored video, which it reads in ranges, %i px, dark %s',
  async (width, dark) => {
    const link = await saveVideo(await addFolder(`Stored ${width}`))
    const page = await env.open(ada, `/l/${link._id}`, { width, dark })
    const form = await openEditForm(page)
    const ranges: string[] = []
    page.on('request', request => {
      if (request.url().includes('/f/')) ranges.push(request.headers().range ?? '')
    })
    await capture(page)
    expect(ranges.length).toBeGreaterThan(0)
    expect(ranges.filter(range => !range.startsWith('bytes='))).toEqual([])
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `stored-capture-${width}-${dark ? 'dark' : 'light'}`)
    await take(page)
    // The form shows it before it is saved.
    await expect.poll(() => form.locator('img[src^="blob:"]').count()).toBeGreaterThan(0)
    expect((await readLink(link._id)).s3_key[0]!.thumb).toBe('')
    await saveScreenshot(page, `stored-thumbnail-${width}-${dark ? 'dark' : 'light'}`)
    await expectAccessible(page)
    await update(page)
    await form.waitFor({ state: 'detached' })
    await expect.poll(async () => (await readLink(link._id)).thumbnail).toMatch(/^\/pictures\//)
    const { url } = await ada.call(downloadUrl, { link_id: link._id, type: 'thumb' })
    const picture = sharp(await (await fetch(env.app.origin + url)).arrayBuffer())
    const { format, width: size } = await picture.metadata()
    expect([format, size]).toEqual(['jpeg', 500])
    // It shows the selected position of the video, and not the black of one that is still loading.
    const { dominant } = await picture.stats()
    expect(dominant.r + dominant.g + dominant.b).toBeGreaterThan(150)
  },
)

test('UPL-07 the form discards a captured thumbnail, and the user can remove it again', async () => {
  const link = await saveVideo(await addFolder('Discarded'))
  const page = await env.open(ada, `/l/${link._id}`)
  const form = await openEditForm(page)
  await capture(page)
  await take(page)
  await press(page, form.getByRole('button', { name: 'Remove picture' }))
  await expect.poll(() => form.locator('img[src^="blob:"]').count()).toBe(0)
  await capture(page)
  await take(page)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  expect((await readLink(link._id)).s3_key[0]!.thumb).toBe('')
})

test('ENC-10 E01 UPL-07 the page encrypts the thumbnail of an encrypted video with its link', async () => {
  const parent = await addFolder('Papers')
  const link = await saveVideo(parent)
  const page = await env.open(ada, `/c/${parent}`)
  await encryptWithFiles(page, 'drip-edge')
  const before = await readLink(link._id)
  await page.goto(`/l/${link._id}`)
  const bodies: string[] = []
  page.on('request', request => bodies.push(request.postData() ?? ''))
  const form = await openEditForm(page)
  await capture(page)
  await take(page)
  await update(page)
  await form.waitFor({ state: 'detached' })
  const { thumbnail, s3_key } = await readLink(link._id)
  expect(thumbnail).toMatch(/^nm1\./)
  expect(thumbnail).not.toBe(before.thumbnail)
  expect(s3_key).toEqual(before.s3_key)
  expect(bodies.join('\n')).not.toContain('data:image')
  await page.goto(`/c/${parent}`)
  await expect.poll(() => page.getByRole('article').locator('img[src^="data:image/"]').count()).toBe(1)
})

test('UPL-07 the editor has the focus, and removes pictures', async () => {
  const link = await saveVideo(await addFolder('Keys'))
  const page = await env.open(ada, `/l/${link._id}`, { width: 390 })
  await openEditForm(page)
  await press(page, page.getByRole('button', { name: 'Capture thumbnail from the video' }))
  const editor = page.getByRole('dialog', { name: 'Capture thumbnail from the video' })
  const capture = editor.getByRole('button', { name: 'Capture', exact: true })
  const hasFocus = (found: Locator) => found.evaluate(element => element === document.activeElement)
  await expect.poll(() => hasFocus(capture)).toBe(true)
  const pictures = editor.getByRole('radio', { name: /^Picture at/ })
  await page.keyboard.press('c')
  await expect.poll(() => pictures.count()).toBe(1)
  await press(page, editor.getByRole('button', { name: 'One frame forward' }))
  await page.keyboard.press('c')
  await expect.poll(() => pictures.count()).toBe(2)
  await saveScreenshot(page, 'captures-390')
  await press(page, editor.getByRole('button', { name: /^Remove picture at/ }).last())
  await expect.poll(() => pictures.count()).toBe(1)
  await expect.poll(() => hasFocus(pictures)).toBe(true)
  await page.keyboard.press('Delete')
  await expect.poll(() => pictures.count()).toBe(0)
  await expect.poll(() => hasFocus(capture)).toBe(true)
})

test('UPL-07 the form of a link without a video offers no capture', async () => {
  const parent = await addFolder('Pictures')
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const link = await saveMedia(env.app, ada, png, { name: 'red', type: 'image/png', parent })
  const page = await env.open(ada, `/l/${link._id}`)
  const form = await openEditForm(page)
  expect(await form.getByRole('button', { name: /Capture thumbnail/ }).count()).toBe(0)
})
