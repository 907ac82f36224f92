import { createCollection } from '@nestmark/contract/collections'
import { downloadUrl } from '@nestmark/contract/files'
import { listCollectionLinks } from '@nestmark/contract/links/links'
import type { JSHandle, Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { readVideo } from '../support/mediaFixture.ts'
import { press } from '../support/menuCheck.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  viewports,
  waitForIdle,
} from '../support/testEnvironment.ts'
import { findRow, findTray, noisePicture, soundFile, type TestFile, toDataTransfer } from './uploadFixture.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
})

async function createTarget(name: string): Promise<string> {
  return (await ada.call(createCollection, { name }))._id
}

/** Returns the titles of the links of a collection, in alphabetical order. */
async function listTitles(folder: string): Promise<string[]> {
  const { links } = await ada.call(listCollectionLinks, { folder_id: folder })
  return links.map(({ name }) => name).sort()
}

/** Holds the parts of uploads back until `release` is called. */
async function holdParts(page: Page): Promise<{ release: () => Promise<void> }> {
  const held: Route[] = []
  let isHeld = true
  await page.route('**/files/uploads/*/*', route => (isHeld ? void held.push(route) : route.continue()))
  return {
    release: async () => {
      isHeld = false
      await Promise.all(held.splice(0).map(route => route.continue()))
    },
  }
}

/** Begins to drag files over the page. It loads the code that accepts them after its first content. */
async function dragFiles(page: Page, files: readonly TestFile[]): Promise<JSHandle<DataTransfer>> {
  const dataTransfer = await toDataTransfer(page, files)
  await expect
    .poll(async () => {
      await page.dispatchEvent('main', 'dragenter', { dataTransfer })
      return page.getByText(/^Drop \d+ files? into/).count()
    })
    .toBe(1)
  return dataTransfer
}

async function drop(page: Page, files: readonly TestFile[]): Promise<void> {
  const dataTransfer = await dragFiles(page, files)
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}

test.each(viewports)(
  'UPL-01 UPL-06 chosen files become links of the collection, with their progress, %i px, dark %s',
  async (width, dark) => {
    const folder = await createTarget(`Turf and timber ${width}`)
    const page = await env.open(ada, `/c/${folder}`, { width, dark })
    await page
      .getByRole('heading', { name: /Turf and timber/ })
      .first()
      .waitFor()
    const parts = await holdParts(page)
    const files = [
      await noisePicture('gable-fronts-north.png', 300),
      soundFile('Guðrún, the winter of 1931.mp3', 9_000),
    ]
    await drop(page, files)
    await findTray(page).waitFor()
    if (width < 820) await findTray(page).getByRole('button', { name: 'Show uploads' }).tap()
    await findRow(page, 'gable-fronts-north.png').getByText('Uploading').waitFor()
    await findTray(page)
      .getByText('... Uploading file ... This might take few seconds based on file size')
      .waitFor()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `uploads-${width}-${dark ? 'dark' : 'light'}`)
    await parts.release()
    await findTray(page).getByRole('heading', { name: '2 files added' }).waitFor()
    expect(await listTitles(folder)).toEqual(['Guðrún, the winter of 1931', 'gable-fronts-north'])
    await page.getByRole('link', { name: 'gable-fronts-north' }).first().waitFor()
    await press(page, findTray(page).getByRole('button', { name: 'Close' }))
    await findTray(page).waitFor({ state: 'detached' })
  },
)

test.each(viewports)(
  'UPL-01 UPL-03 UPL-07 the form uploads a video with a captured thumbnail, %i px, dark %s',
  async (width, dark) => {
    const folder = await createTarget(`Films ${width}`)
    const page = await env.open(ada, `/c/${folder}`, { width, dark })
    await page.getByRole('heading', { name: /Films/ }).first().waitFor()
    await waitForIdle(page)
    await page.keyboard.press('Control+l')
    await page.getByRole('button', { name: /watch/i }).click()
    const video = readVideo('wide')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page, page.getByRole('button', { name: 'Upload video' })),
    ])
    await chooser.setFiles({ name: 'drip-edge.webm', mimeType: 'video/webm', buffer: video })
    await page.getByText('Uploaded', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('drip-edge')
    await saveScreenshot(page, `upload-form-${width}-${dark ? 'dark' : 'light'}`)
    await press(page, page.getByRole('button', { name: 'Capture thumbnail from the video' }))
    await page.getByText('Click on the Capture button on the left').waitFor()
    await page.getByRole('slider', { name: 'Position in the video' }).fill('0.3')
    await press(page, page.getByRole('button', { name: 'Capture', exact: true }))
    await page.getByRole('radio', { name: /Picture at/ }).waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, `capture-${width}-${dark ? 'dark' : 'light'}`)
    await press(page, page.getByRole('button', { name: 'Use this thumbnail' }))
    await press(page, page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByText('Link was added successfully').waitFor()
    const { links } = await ada.call(listCollectionLinks, { folder_id: folder })
    expect(links).toMatchObject([{ name: 'drip-edge', link: '', category: 2, isFile: 1, size: video.length }])
    expect(links[0]!.s3_key).toMatchObject([{ file: expect.stringMatching(/\.webm$/) }])
    expect(links[0]!.s3_key[0]!.thumb).not.toBe('')
  },
)

test('UPL-07 UPL-08 a dropped video gets a JPEG of at most 500 px as its thumbnail', async () => {
  const folder = await createTarget('Wide')
  const page = await env.open(ada, `/c/${folder}`)
  const buffer = readVideo('large')
  await drop(page, [{ name: 'wide.webm', mimeType: 'video/webm', buffer }])
  await findRow(page, 'wide.webm').getByText('Added').waitFor()
  const { links } = await ada.call(listCollectionLinks, { folder_id: folder })
  const { url } = await ada.call(downloadUrl, { link_id: links[0]!._id, type: 'thumb' })
  const response = await fetch(env.app.origin + url)
  const { format, width } = await sharp(await response.arrayBuffer()).metadata()
  expect([response.status, format, width]).toEqual([200, 'jpeg', 500])
})

test('UPL-04 offers no retry of a file that the server rejects, and the tray closes', async () => {
  const folder = await createTarget('Broken')
  const page = await env.open(ada, `/c/${folder}`)
  await page.getByRole('heading', { name: 'Broken' }).first().waitFor()
  // The page reads only the first bytes of a document.
  await drop(page, [
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 and no more') },
  ])
  await findRow(page, 'broken.pdf').getByText('This file is damaged').waitFor()
  expect(await findTray(page).getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(await findTray(page).getByRole('button', { name: 'Cancel all' }).count()).toBe(0)
  await findTray(page).getByRole('button', { name: 'Close' }).click()
  await findTray(page).waitFor({ state: 'detached' })
  const open = () =>
    env.app.services.db.read.selectFrom('uploads').select('id').where('state', '=', 'open').execute()
  await expect.poll(open).toEqual([])
})

test('UPL-06 F16 an upload pauses, continues after a reload, and Cancel leaves nothing behind', async () => {
  const folder = await createTarget('Long way')
  const page = await env.open(ada, `/c/${folder}`)
  await page.getByRole('heading', { name: 'Long way' }).first().waitFor()
  const parts = await holdParts(page)
  await drop(page, [await noisePicture('first.png', 200), await noisePicture('second.png', 210)])
  await findRow(page, 'first.png').getByText('Uploading').waitFor()
  await page.getByRole('button', { name: 'Pause first.png' }).click()
  await findRow(page, 'first.png').getByText('Paused').waitFor()
  await page.reload()
  await findRow(page, 'first.png').getByText('Paused').waitFor()
  await findRow(page, 'second.png').getByText('Uploading').waitFor()
  await parts.release()
  await findRow(page, 'second.png').getByText('Added').waitFor()
  await page.getByRole('button', { name: 'Cancel first.png' }).click()
  await findRow(page, 'first.png').waitFor({ state: 'detached' })
  // The page asks for the id of the upload first if the pause aborted its start. A reload would end these calls.
  await waitForIdle(page)
  await page.reload()
  await page.getByRole('link', { name: 'second' }).first().waitFor()
  await waitForIdle(page)
  expect(await findTray(page).count()).toBe(0)
  expect(await listTitles(folder)).toEqual(['second'])
  const open = () =>
    env.app.services.db.read.selectFrom('uploads').select('id').where('state', '=', 'open').execute()
  await expect.poll(open).toEqual([])
})

test('UPL-06 uploads that the user cancels right before a reload do not return', async () => {
  const folder = await createTarget('Short way')
  const page = await env.open(ada, `/c/${folder}`)
  await page.getByRole('heading', { name: 'Short way' }).first().waitFor()
  await holdParts(page)
  const names = Array.from({ length: 12 }, (_, index) => `picture ${index + 1}.png`)
  await drop(page, await Promise.all(names.map(name => noisePicture(name, 8))))
  for (const name of names) await findRow(page, name).waitFor()
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('button[aria-label^="Cancel picture"]'))
      button.click()
    location.reload()
  })
  await page.getByRole('heading', { name: 'Short way' }).first().waitFor()
  await waitForIdle(page)
  expect(await findTray(page).count()).toBe(0)
  expect(await listTitles(folder)).toEqual([])
})

test('UPL-06 OFFLINE an upload waits for the network and continues by itself', async () => {
  const folder = await createTarget('Tunnel')
  const page = await env.open(ada, `/c/${folder}`)
  await page.getByRole('heading', { name: 'Tunnel' }).first().waitFor()
  const parts = await holdParts(page)
  await drop(page, [await noisePicture('train.png', 200)])
  await findRow(page, 'train.png').getByText('Uploading').waitFor()
  await page.context().setOffline(true)
  await parts.release()
  await findRow(page, 'train.png').getByText('Waiting for the network').waitFor()
  await page.context().setOffline(false)
  await findRow(page, 'train.png').getByText('Added').waitFor()
  expect(await listTitles(folder)).toEqual(['train'])
})

test('UPL-01 a user drops files on a card and on a row of the tree, pastes them, and chooses them in the menu', async () => {
  const folder = await createTarget('Outer')
  const { _id: inner } = await ada.call(createCollection, { name: 'Inner', parent: folder })
  const page = await env.open(ada, `/c/${folder}`)
  await page.getByRole('link', { name: 'Inner' }).first().waitFor()
  const dataTransfer = await dragFiles(page, [await noisePicture('on a card.png', 20)])
  const card = page.locator('main').getByRole('link', { name: 'Inner' }).first()
  await page.getByText('Drop 1 file into Outer').waitFor()
  await saveScreenshot(page, 'drop-1440')
  // The rim ends where the sheet ends, and has its corners.
  const area = page.getByRole('status').filter({ hasText: 'Drop 1 file into Outer' })
  const measure = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return [left, top, right, bottom, getComputedStyle(element).borderRadius]
  }
  expect(await area.evaluate(measure)).toEqual(await page.getByRole('main').evaluate(measure))
  for (const type of ['dragenter', 'dragover']) await card.dispatchEvent(type, { dataTransfer })
  await page.locator('main').getByText('Drop 1 here').waitFor()
  await card.dispatchEvent('drop', { dataTransfer })
  await findRow(page, 'on a card.png').getByText('Added').waitFor()
  expect(await listTitles(inner)).toEqual(['on a card'])

  const pasted = await toDataTransfer(page, [await noisePicture('image.png', 22)])
  await page.evaluate(
    clipboardData =>
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
    pasted,
  )
  await findRow(page, 'Pasted image').getByText('Added').waitFor()

  await page.getByRole('button', { name: 'Choose what to add' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Upload files' }).click(),
  ])
  await chooser.setFiles([await noisePicture('chosen.png', 24), soundFile('voice.mp3', 400)])
  await findRow(page, 'voice.mp3').getByText('Added').waitFor()
  await findRow(page, 'chosen.png').getByText('Added').waitFor()
  expect(await listTitles(folder)).toEqual([expect.stringMatching(/^Pasted image/), 'chosen', 'voice'])
})

test('UPL-01 a message reports a failure to load the code of uploads', async () => {
  const page = await env.open(ada, '/dashboard')
  await waitForIdle(page)
  await page.route(/\/addDropped-.*\.js$/, route => route.abort())
  await page.getByRole('button', { name: 'Choose what to add' }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'The upload couldn’t be started' })
  await toast.getByRole('button', { name: 'Reload' }).waitFor()
})
