import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadUrl } from '@nestmark/contract/files'
import { getLink, listCollectionLinks } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { encryptFirstLink, encryptWithFiles, clearKeys } from './encryptionFixture.ts'
import { createTone, readVideo, saveMedia } from '../support/mediaFixture.ts'
import { findCard, openLinkForm, selectCardAction } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'
import { dropFile, noisePicture } from '../files/uploadFixture.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const withWorker = { context: { serviceWorkers: 'allow' as const } }

/** Waits until the service worker answers the requests of the page. */
const waitForWorker = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)

/** Returns all bytes that the server has stored. */
function readStored(folder = env.app.services.config.dataDir): Buffer {
  const parts = readdirSync(folder).map(name => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? readStored(path) : readFileSync(path)
  })
  return Buffer.concat(parts)
}

async function readLink(id: string): Promise<Link> {
  return (await ada.call(getLink, { link_id: id })).link!
}

/** Returns the bytes of a file of a link, as the server sends them. */
async function download(link_id: string): Promise<Buffer> {
  const { url } = await ada.call(downloadUrl, { link_id })
  const answer = await fetch(env.app.origin + url)
  return Buffer.from(await answer.arrayBuffer())
}

const readMedia = (page: Page, element: 'video' | 'audio') =>
  page.evaluate(name => {
    const { paused, currentTime, duration, src } = document.querySelector<HTMLMediaElement>(name)!
    return { paused, currentTime, duration, src }
  }, element)

describe('ENC encrypted files on the page', () => {
  test('ENC-01 E02 EMB-05 the user encrypts a link with its sound, which plays and seeks by ranges', async () => {
    const papers = await addCollection(ada, 'Papers')
    // Several chunks, so that a seek reads a part from the middle.
    const bytes = createTone(60, 96_000)
    const options = { name: 'secretive.wav', type: 'audio/wav', parent: papers }
    const { _id } = await saveMedia(env.app, ada, bytes, options, { duration_ms: 60_000 })
    const page = await env.open(ada, `/c/${papers}`, withWorker)
    await waitForWorker(page)
    const bodies: string[] = []
    page.on('request', request => bodies.push(request.postData() ?? ''))
    await encryptWithFiles(page, 'secretive')
    const stored = await readLink(_id)
    expect(stored).toMatchObject({ enc: 1, isFile: 1 })
    expect(stored.media).toMatchObject({ name: '', media_type: 'application/octet-stream' })
    expect(stored.s3_key[0]!.sealed).toMatch(/^nm1\./)
    expect(readStored().includes(bytes.subarray(1_000_000, 1_001_000))).toBe(false)
    expect(bodies.join('\n')).not.toContain('secretive.wav')

    await page.goto(`/c/${papers}?category=listen`)
    const ranges: string[] = []
    page.on('request', request => {
      if (request.url().includes('/open-file/')) ranges.push(request.headers().range ?? '')
    })
    await page
      .getByRole('button', { name: /^Play “secretive/ })
      .first()
      .click()
    await expect.poll(async () => (await readMedia(page, 'audio')).currentTime).toBeGreaterThan(0)
    expect((await readMedia(page, 'audio')).src).toContain('/open-file/')
    await page.evaluate(() => (document.querySelector('audio')!.currentTime = 50))
    await expect.poll(async () => (await readMedia(page, 'audio')).currentTime).toBeGreaterThan(50)
    expect(ranges.some(range => Number(/^bytes=(\d+)/.exec(range)?.[1]) > 3_000_000)).toBe(true)

    // Without the key nothing of it is shown.
    await page.goto(`/l/${_id}`)
    await clearKeys(page)
    await page.getByText('This link is encrypted. Its key is not in this browser.').waitFor()
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0)
    expect(await page.content()).not.toContain('secretive')
  })

  test.each(phoneViewports)(
    'ENC-04 UPL-01 the form encrypts a picture before it sends it, and the viewer shows it, %i px, dark %s',
    async (width, dark) => {
      const papers = await addCollection(ada, 'Papers')
      await addLink(ada, 'first', papers)
      const page = await env.open(ada, `/c/${papers}`)
      await encryptFirstLink(page, 'first', 'Papers key')
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
      const posts: string[] = []
      page.on('request', request => posts.push(request.postData() ?? ''))
      const picture = await noisePicture('hidden-garden.png', 300)
      const dialog = await openLinkForm(page, 1)
      await dialog.getByLabel('Upload image').setInputFiles(picture)
      await dialog.getByText('Uploaded').waitFor()
      expect(await dialog.getByRole('checkbox', { name: 'Save encrypted' }).isChecked()).toBe(true)
      await saveScreenshot(page, `encrypted-form-${width}-${dark ? 'dark' : 'light'}`)
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      const card = findCard(page, 'hidden-garden')
      await card.getByRole('img', { name: 'Encrypted, open here' }).waitFor()
      expect(posts.join('\n')).not.toContain('hidden-garden')
      const { links } = await ada.call(listCollectionLinks, { folder_id: papers })
      const saved = links.find(link => link.isFile === 1)!
      expect(saved).toMatchObject({ enc: 1, category: 1 })
      expect((await download(saved._id)).includes(picture.buffer.subarray(1000, 2000))).toBe(false)

      await page.goto(`/l/${saved._id}`)
      await page.getByRole('heading', { name: 'hidden-garden' }).waitFor()
      await page.getByText('300 × 300, PNG').waitFor()
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await saveScreenshot(page, `encrypted-picture-${width}-${dark ? 'dark' : 'light'}`)
      await page.getByRole('button', { name: /view “hidden-garden”/i }).click()
      await expect
        .poll(() =>
          page.evaluate(() =>
            [...document.querySelectorAll('img')].some(
              image => image.naturalWidth === 300 && image.src.startsWith('blob:'),
            ),
          ),
        )
        .toBe(true)
    },
  )

  test('ENC-04 UPL-06 a file that the user drops on an open encrypted collection continues encrypted after a reload', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'first', papers)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptFirstLink(page, 'first', 'Papers key')
    let isHeld = true
    await page.route('**/files/uploads/*/*', route => (isHeld ? undefined : route.continue()))
    const started = page.waitForRequest(/start-upload/)
    await dropFile(page, await noisePicture('dropped.png', 300))
    expect((await started).postDataJSON()).toMatchObject({ enc: 1, name: 'file' })
    await page.getByRole('region', { name: 'Uploads' }).getByRole('img', { name: 'Encrypted' }).waitFor()
    isHeld = false
    await page.reload()
    const card = findCard(page, 'dropped')
    await card.getByRole('img', { name: 'Encrypted, open here' }).waitFor()
    const { links } = await ada.call(listCollectionLinks, { folder_id: papers })
    const saved = links.find(link => link.isFile === 1)!
    expect(saved).toMatchObject({ enc: 1, category: 1, isFile: 1 })
    const title = saved.name
    expect(title).toMatch(/^nm1\./)
  })

  test('ENC-03 ENC-10 decrypting a link brings back the bytes, the name and the player of its file', async () => {
    const papers = await addCollection(ada, 'Papers')
    const video = readVideo('wide')
    const options = { name: 'nestling.webm', type: 'video/webm', parent: papers }
    const { _id } = await saveMedia(env.app, ada, video, options, {
      width: 320,
      height: 180,
      duration_ms: 1000,
    })
    const before = await download(_id)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptWithFiles(page, 'nestling')
    expect((await download(_id)).equals(before)).toBe(false)
    await page.goto(`/l/${_id}`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const downloaded = await saving
    expect(downloaded.suggestedFilename()).toBe('nestling.webm')
    expect((await readFile(await downloaded.path())).equals(before)).toBe(true)

    await page.goto(`/c/${papers}`)
    await selectCardAction(page, 'nestling', 'Decrypt')
    await page.getByText('Link decrypted successfully').waitFor()
    const decrypted = await readLink(_id)
    expect(decrypted).toMatchObject({ enc: 0, isFile: 1 })
    expect(decrypted.media).toMatchObject({ name: 'nestling.webm', media_type: 'video/webm' })
    expect((await download(_id)).equals(before)).toBe(true)
    await expect.poll(async () => (await readLink(_id)).thumbnail).not.toBe('')
  })
})
