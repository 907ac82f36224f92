import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deleteKey, listKeys } from '@nestmark/contract/apiKeys'
import { createCollection } from '@nestmark/contract/collections'
import { pageHighlights } from '@nestmark/contract/highlights'
import { getNote } from '@nestmark/contract/linkNote'
import { listDashboardLinks } from '@nestmark/contract/links'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { type ExtensionBrowser, fill, press, waitFor } from './extensionBrowser.ts'
import { findSystemBrowser } from './systemBrowsers.ts'
import { type Box, boxOf, clickBar, paintedStyles, selectedBox, selectWords } from './extensionBar.ts'
import { startChromium } from './extensionChromium.ts'
import { startFirefox } from './extensionFirefox.ts'
import { askStatus, connect, openPopup, signIn, textOf } from './extensionPerson.ts'
import { useEnvironment } from './testEnvironment.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const env = useEnvironment()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const article = (
  name: string,
) => `<!doctype html><html lang="en"><title>${name}</title><body style="padding-top:90px">
<meta name="description" content="How ${name} kept Iceland warm">
<p id="words">The frame was small and precious, and <b>everything</b> around it was cut from the bog.</p>
<p><a id="link" href="/linked">A linked page</a> <img id="image" src="/picture.png" width="200" height="120" alt="A house"></p>`

let site: Server
let origin: string
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../scripts/buildExtension.mjs')])
  site = createServer((request, response) => {
    const isPicture = request.url === '/picture.png'
    response.setHeader('content-type', isPicture ? 'image/png' : 'text/html; charset=utf-8')
    response.end(isPicture ? png : article(decodeURIComponent((request.url ?? '/').slice(1))))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => site.once('listening', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => void site.close())

const browsers = [
  { name: 'chromium', start: () => startChromium(['*://*/*']) },
  { name: 'firefox', start: startFirefox },
] as const

for (const { name, start } of browsers)
  describe.skipIf(findSystemBrowser(name) === null)(`the extension in ${name}`, () => {
    let browser: ExtensionBrowser
    let ada: Person
    const links = async () => (await ada.call(listDashboardLinks, {})).links
    beforeAll(async () => {
      ada = await env.signIn('ada', 2)
      browser = await start()
      await signIn(browser, env.app.origin, ada)
    })
    afterAll(() => browser?.close())

    test('EXT-01 T16 it is not connected at first, and connects by one click with a key of its own', async () => {
      const tab = await browser.openWeb(`${origin}/before`)
      const popup = await openPopup(browser, tab)
      await waitFor(popup, `${textOf}.includes('Not connected yet')`)
      await popup.close()
      await connect(browser, env.app.origin)
      const keys = await ada.call(listKeys, {})
      expect(keys).toMatchObject([{ scope: 'write', name: expect.stringContaining('on Linux') }])
      // Neither the storage that scripts in pages can read nor the status has the key.
      const own = await browser.openOwn('settings.html')
      const stored = await own.evaluate(`(globalThis.browser ?? chrome).storage.local.get(null)`)
      expect(stored).toEqual({})
      expect(JSON.stringify(await own.evaluate(askStatus))).not.toMatch(/[A-Za-z0-9]{24}/)
      await own.close()
    })

    test('EXT-01 the popup saves a page with collection, tags, note and favourite, and finds it saved', async () => {
      await ada.call(createCollection, { name: 'Turf and timber', desc: '' })
      const tab = await browser.openWeb(`${origin}/turf-houses`)
      const popup = await openPopup(browser, tab)
      await waitFor(popup, `document.querySelector('textarea.title').value === 'turf-houses'`)
      await press(popup, 'Collection', '.field')
      await fill(popup, 'Find or create a collection', 'turf')
      await press(popup, 'Turf and timber', '[role=option]')
      await fill(popup, 'Add a tag', 'vernacular,')
      await fill(popup, 'Note', 'For the essay')
      await press(popup, 'Favourite')
      await press(popup, 'Save')
      await waitFor(popup, `${textOf}.includes('Saved')`)
      const [link] = await links()
      expect(link).toMatchObject({
        name: 'turf-houses',
        link: `${origin}/turf-houses`,
        desc: 'How turf-houses kept Iceland warm',
        category: 3,
        favourite: 1,
        parent_name: 'Turf and timber',
        tags: [{ name: 'vernacular' }],
      })
      expect((await ada.call(getNote, { link_id: link!._id }))?.note).toBe('For the essay')
      const again = await openPopup(browser, tab)
      await waitFor(again, `${textOf}.includes('Already saved on')`)
      await fill(again, 'Add a tag', 'iceland,')
      await press(again, 'Save changes')
      await expect
        .poll(async () => (await links())[0]!.tags.map(tag => tag.name))
        .toEqual(['vernacular', 'iceland'])
      expect(await links()).toHaveLength(1)
    })

    test('EXT-01 the context menu saves page, link, image and selection', async () => {
      const tab = await browser.openWeb(`${origin}/menus`)
      const newest = async () => (await links())[0]
      await browser.chooseMenu(tab, 'page', '#words')
      await expect.poll(newest).toMatchObject({ link: `${origin}/menus`, category: 3, name: 'menus' })
      await browser.chooseMenu(tab, 'link', '#link')
      await expect.poll(newest).toMatchObject({ link: `${origin}/linked`, category: 3 })
      await browser.chooseMenu(tab, 'image', '#image')
      await expect.poll(newest).toMatchObject({ link: `${origin}/picture.png`, category: 1 })
      await tab.evaluate(`getSelection().selectAllChildren(document.getElementById('words'))`)
      await browser.chooseMenu(tab, 'selection', '#words')
      await expect.poll(newest).toMatchObject({
        link: `${origin}/menus`,
        category: 4,
        desc: 'The frame was small and precious, and everything around it was cut from the bog.',
      })
    })

    test('HL-07 words are highlighted in four colours, with a comment, and shown again at the next visit', async () => {
      const settings = await browser.openOwn('settings.html')
      await waitFor(settings, `!!document.querySelector('[type=checkbox]')`)
      // Where the test could not give the permission at install, the person gives it here.
      if (!(await settings.evaluate<boolean>(`document.querySelector('[type=checkbox]').checked`)))
        await settings.click('[type=checkbox]')
      await waitFor(settings, `document.querySelector('[type=checkbox]').checked`)
      await settings.close()
      const url = `${origin}/highlights`
      const tab = await browser.openWeb(url)
      const words = ['The frame', 'small and precious', 'everything', 'the bog']
      const saved = async () => (await ada.call(pageHighlights, { url }))?.data.highlights ?? []
      for (const [at, each] of words.entries()) {
        await tab.evaluate(selectWords(each))
        await clickBar(tab, selectedBox, at)
        await expect.poll(async () => (await saved()).map(({ text }) => text)).toContain(each)
      }
      await waitFor(tab, paintedStyles)
      // A click on a highlight opens its bar, whose fifth button opens the card with the comment.
      const first = await tab.evaluate<Box>(boxOf('The frame'))
      await tab.clickAt(first.x + 5, first.y + 5)
      await clickBar(tab, boxOf('The frame'), 4)
      await waitFor(tab, `document.activeElement === document.body.lastElementChild`)
      await tab.typeAndConfirm('Of turf')
      await expect
        .poll(async () => (await saved()).map(({ text, style, comm }) => [text, style, comm]))
        .toEqual([
          ['The frame', 1, 'Of turf'],
          ['small and precious', 2, ''],
          ['everything', 3, ''],
          ['the bog', 4, ''],
        ])
      await tab.goto(`${origin}/elsewhere`)
      await tab.goto(url)
      await waitFor(tab, paintedStyles)
      // The page sees neither the comment nor the key.
      expect(await tab.evaluate('document.documentElement.outerHTML')).not.toContain('Of turf')
    })

    test('HL-07 T16 the list of a page hides the bar on its site, and the page itself can do nothing', async () => {
      const url = `${origin}/highlights`
      const tab = await browser.openWeb(url)
      await waitFor(tab, paintedStyles)
      // Only the script of the extension may send messages, and a page has no interface to it.
      expect(
        await tab.evaluate(`typeof (globalThis.browser ?? globalThis.chrome)?.runtime?.sendMessage`),
      ).toBe('undefined')
      const before = (await links()).length
      const host = 'document.body.lastElementChild'
      await tab.evaluate(
        `(() => { for (const type of ['mousedown', 'click']) ${host}.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true })); return null })()`,
      )
      const size = await tab.evaluate<Box>('({ x: innerWidth, y: innerHeight })')
      await tab.clickAt(size.x - 19, size.y * 0.6 + 30)
      // 'Hide on this site' is left of the cross, in the first row of the list.
      await tab.clickAt(size.x - 95, Math.max(8, size.y * 0.6 - 200) + 22)
      await waitFor(tab, `![...CSS.highlights.values()].some(each => each.size > 0)`)
      const own = await browser.openOwn('settings.html')
      expect(await own.evaluate(askStatus)).toMatchObject({ data: { offSites: [new URL(url).host] } })
      await own.close()
      expect((await links()).length).toBe(before)
      expect((await ada.call(pageHighlights, { url }))?.count).toBe(4)
    })

    test('EXT-01 without the server saves wait with their reason, and are sent in their order', async () => {
      const { origin: address } = env.app
      const before = (await links()).length
      const port = Number(new URL(address).port)
      env.app.server.server.closeAllConnections()
      await new Promise<void>(resolve => void env.app.server.server.close(() => resolve()))
      const names = ['offline-a', 'offline-b']
      for (const each of names) {
        const popup = await openPopup(browser, await browser.openWeb(`${origin}/${each}`))
        await press(popup, 'Save')
        await waitFor(popup, `${textOf}.includes('can’t be reached')`)
        await popup.close()
      }
      const popup = await openPopup(browser, await browser.openWeb(`${origin}/after`))
      await press(popup, '2 saves wait')
      await press(popup, 'Try now')
      await waitFor(popup, `${textOf}.includes('Waiting since')`)
      await new Promise<void>(resolve => void env.app.server.server.listen(port, '127.0.0.1', resolve))
      // By itself: an alarm starts the background every half minute.
      await expect.poll(async () => (await links()).length, { timeout: 60_000 }).toBe(before + 2)
      const newest = (await links()).slice(0, 2).map(each => each.name)
      expect(newest.toSorted()).toEqual(names)
    })

    test('EXT-01 a deleted key ends the connection in a sentence, and what was saved meanwhile follows', async () => {
      const before = (await links()).length
      for (const { _id } of await ada.call(listKeys, {})) await ada.call(deleteKey, { key: _id })
      const tab = await browser.openWeb(`${origin}/after-the-end`)
      await browser.chooseMenu(tab, 'page', '#words')
      const own = await browser.openOwn('settings.html')
      await expect
        .poll(async () => own.evaluate(askStatus))
        .toMatchObject({
          data: { connection: { isEnded: true }, queue: [{ task: { name: 'after-the-end' } }] },
        })
      await own.close()
      const popup = await openPopup(browser, tab)
      await waitFor(popup, `${textOf}.includes('The connection has ended')`)
      await waitFor(popup, `${textOf}.includes('1 save waits')`)
      await popup.close()
      await connect(browser, env.app.origin)
      await expect.poll(async () => (await links()).length).toBe(before + 1)
      expect((await links())[0]!.name).toBe('after-the-end')
    })
  })
