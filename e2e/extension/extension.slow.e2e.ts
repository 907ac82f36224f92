import { deleteKey, listKeys } from '@nestmark/contract/apiKeys'
import { createCollection } from '@nestmark/contract/collections'
import { getNote } from '@nestmark/contract/links/linkNote'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { byText, type ExtensionBrowser, fill, press, waitFor } from './extensionBrowser.ts'
import { findSystemBrowser } from '../support/systemBrowsers.ts'
import { extensionBrowsers, useArticles } from './extensionFixture.ts'
import { askBadge, askStatus, connect, greyBadge, openPopup, signIn, textOf } from './extensionPerson.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const env = useEnvironment()

const site = useArticles()

for (const { name, start } of extensionBrowsers)
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

    test('EXT-01 T16 starts without a connection, and connects by one click with its own key', async () => {
      const tab = await browser.openWeb(`${site.origin}/before`)
      const popup = await openPopup(browser, tab)
      await waitFor(popup, `${textOf}.includes('Not connected yet')`)
      await expect.poll(() => popup.evaluate(askBadge)).toEqual(['–', greyBadge, 'Nestmark is not connected'])
      await connect(browser, env.app.origin)
      await expect.poll(() => popup.evaluate(askBadge)).toEqual(['', expect.anything(), 'Save to Nestmark'])
      // A popup that is open learns of the connection.
      await waitFor(popup, `!${textOf}.includes('Not connected yet')`)
      await popup.close()
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
      const tab = await browser.openWeb(`${site.origin}/turf-houses`)
      const popup = await openPopup(browser, tab)
      await waitFor(popup, `document.querySelector('textarea.title').value === 'turf-houses'`)
      // This server stores no copies of pages.
      await waitFor(popup, `!document.querySelector('[role=switch]')`)
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
        link: `${site.origin}/turf-houses`,
        desc: 'How turf-houses made Iceland warm',
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
      const tab = await browser.openWeb(`${site.origin}/menus`)
      const newest = async () => (await links())[0]
      await browser.chooseMenu(tab, 'page', '#words')
      await expect.poll(newest).toMatchObject({ link: `${site.origin}/menus`, category: 3, name: 'menus' })
      await browser.chooseMenu(tab, 'link', '#link')
      await expect.poll(newest).toMatchObject({ link: `${site.origin}/linked`, category: 3 })
      await browser.chooseMenu(tab, 'image', '#image')
      await expect.poll(newest).toMatchObject({ link: `${site.origin}/picture.png`, category: 1 })
      await tab.evaluate(`getSelection().selectAllChildren(document.getElementById('words'))`)
      await browser.chooseMenu(tab, 'selection', '#words')
      await expect.poll(newest).toMatchObject({
        link: `${site.origin}/menus`,
        category: 4,
        desc: 'The frame was small and precious, and everything around it was cut from the bog.',
      })
    })

    test('EXT-01 saves wait without the server with their reason, and go out in their order', async () => {
      const { origin: address } = env.app
      const before = (await links()).length
      const port = Number(new URL(address).port)
      env.app.server.server.closeAllConnections()
      await new Promise<void>(resolve => void env.app.server.server.close(() => resolve()))
      const names = ['offline-a', 'offline-b']
      for (const each of names) {
        const popup = await openPopup(browser, await browser.openWeb(`${site.origin}/${each}`))
        await press(popup, 'Save')
        await waitFor(
          popup,
          `${textOf}.includes('Saved on this device') && ${textOf}.includes('can’t be reached')`,
        )
        // It is not put into the queue a second time.
        expect(await popup.evaluate(`!!${byText('button', 'Save')}`)).toBe(false)
        await popup.close()
      }
      const popup = await openPopup(browser, await browser.openWeb(`${site.origin}/after`))
      await press(popup, '2 saves wait')
      await press(popup, 'Try now')
      await waitFor(popup, `${textOf}.includes('Waiting since')`)
      await new Promise<void>(resolve => void env.app.server.server.listen(port, '127.0.0.1', resolve))
      // By itself: an alarm starts the background every half minute.
      await expect.poll(async () => (await links()).length, { timeout: 60_000 }).toBe(before + 2)
      const newest = (await links()).slice(0, 2).map(each => each.name)
      expect(newest.toSorted()).toEqual(names)
    })

    test('EXT-01 a deleted key ends the connection with a message, and earlier saves follow', async () => {
      const before = (await links()).length
      for (const { _id } of await ada.call(listKeys, {})) await ada.call(deleteKey, { key: _id })
      const tab = await browser.openWeb(`${site.origin}/after-the-end`)
      await browser.chooseMenu(tab, 'page', '#words')
      const own = await browser.openOwn('settings.html')
      await expect
        .poll(async () => own.evaluate(askStatus))
        .toMatchObject({
          data: { connection: { isEnded: true }, queue: [{ task: { name: 'after-the-end' } }] },
        })
      await expect.poll(() => own.evaluate(askBadge)).toEqual(['1', greyBadge, 'Nestmark is not connected'])
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
