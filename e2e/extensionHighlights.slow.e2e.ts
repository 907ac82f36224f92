import { deleteKey, listKeys } from '@nestmark/contract/apiKeys'
import { pageHighlights, saveHighlight } from '@nestmark/contract/highlights'
import { listDashboardLinks } from '@nestmark/contract/links'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import {
  clickButton,
  clickWords,
  commentHasFocus,
  findButton,
  highlightWords,
  nothingPainted,
  paintedStyles,
  paintedWords,
  selectWords,
  shownText,
  typedComment,
  waitInBar,
} from './extensionBar.ts'
import { type ExtensionBrowser, type Tab, waitFor } from './extensionBrowser.ts'
import { allowAllPages, extensionBrowsers, useArticles } from './extensionFixture.ts'
import { askStatus, connect, signIn } from './extensionPerson.ts'
import { findSystemBrowser } from './systemBrowsers.ts'
import { useEnvironment } from './testEnvironment.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const env = useEnvironment({ planLimits: true })
const words = `<p id="words">The frame was small and precious, and <b>everything</b> around it was cut from the bog.</p>`
const site = useArticles({
  '/hostile': `<!doctype html><title>Hostile</title>
<style>
  * { all: unset !important; --ink1: red !important; --nestmark-shown: none }
  html, body, p { display: block !important; padding: 40px !important }
  body { transform: translateX(30px) !important; zoom: 1.5 !important }
  .over { display: block !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; pointer-events: none !important }
</style>${words}<div class="over"></div><script>document.body.append(document.querySelector('.over'))</script>`,
  '/frames': `<!doctype html><title>Frames</title><body style="padding-top:90px">${words}<iframe src="/inner"></iframe>`,
  '/rtl': `<!doctype html><html lang="ar" dir="rtl"><title>RTL</title><body style="margin:90px 0 0 600px"><p id="words">كان الجدار الرطب ينقل الحرارة أسرع</p>`,
})

for (const { name, start } of extensionBrowsers)
  describe.skipIf(findSystemBrowser(name) === null)(`highlights of the extension in ${name}`, () => {
    let browser: ExtensionBrowser
    let ada: Person
    const highlightsOf = async (path: string) =>
      (await ada.call(pageHighlights, { url: `${site.origin}${path}` }))?.data.highlights ?? []
    const textsOf = async (path: string) => (await highlightsOf(path)).map(({ text }) => text)
    /** Opens a page with highlights of some words. */
    const openWith = async (path: string, ...texts: string[]): Promise<Tab> => {
      for (const text of texts) {
        const anchor = {
          quote: { exact: text, prefix: '', suffix: '' },
          position: { start: 0, end: text.length },
        }
        await ada.call(saveHighlight, { url: `${site.origin}${path}`, text, anchor })
      }
      const tab = await browser.openWeb(`${site.origin}${path}`)
      await waitFor(
        tab,
        `JSON.stringify(${paintedWords}) === ${JSON.stringify(JSON.stringify(texts.toSorted()))}`,
      )
      return tab
    }
    const setPlan = (plan: number) =>
      env.app.services.db.write(tx =>
        tx.updateTable('people').set({ plan }).where('id', '=', ada.id).execute(),
      )
    const readStatus = async () => {
      const own = await browser.openOwn('settings.html')
      const { data } = await own.evaluate<{ data: { queue: { task: unknown }[]; offSites: string[] } }>(
        askStatus,
      )
      await own.close()
      return data
    }
    beforeAll(async () => {
      ada = await env.signIn('ada', 2)
      browser = await start()
      await signIn(browser, env.app.origin, ada)
      await connect(browser, env.app.origin)
      await allowAllPages(browser)
    })
    afterAll(() => browser?.close())

    test('HL-07 words are highlighted in four colours, with a comment, and shown again at the next visit', async () => {
      const tab = await browser.openWeb(`${site.origin}/colours`)
      await highlightWords(tab, 'The frame', 'Yellow')
      await highlightWords(tab, 'small and precious', 'Blue')
      await highlightWords(tab, 'everything', 'Pink')
      await highlightWords(tab, 'the bog', 'Green')
      await waitFor(tab, paintedStyles)
      await clickWords(tab, 'The frame')
      await clickButton(tab, 'Comment')
      await waitInBar(tab, commentHasFocus)
      await tab.typeAndConfirm('Of turf')
      await expect
        .poll(async () =>
          (await highlightsOf('/colours')).map(({ text, style, comm }) => [text, style, comm]),
        )
        .toEqual([
          ['The frame', 1, 'Of turf'],
          ['small and precious', 2, ''],
          ['everything', 3, ''],
          ['the bog', 4, ''],
        ])
      await tab.goto(`${site.origin}/elsewhere`)
      await tab.goto(`${site.origin}/colours`)
      await waitFor(tab, paintedStyles)
      await clickWords(tab, 'The frame')
      await clickButton(tab, 'Comment')
      await waitInBar(tab, `${typedComment} === 'Of turf'`)
    })

    test('HL-06 the sixth highlight of the free plan shows Upgrade to PRO, and what was typed is kept once there is room', async () => {
      await setPlan(1)
      const five = ['The', 'frame', 'small', 'precious', 'everything']
      const tab = await openWith('/five', ...five)
      await tab.evaluate(selectWords('the bog'))
      await clickButton(tab, 'Comment')
      await waitInBar(tab, commentHasFocus)
      await tab.type('Typed before the answer')
      await findButton(tab, 'Upgrade to PRO')
      expect(await tab.inBar(typedComment)).toBe('Typed before the answer')
      expect(await tab.inBar(shownText)).toContain('5 of 5 highlights on this page')
      // The next selection says so at once, and what was typed is in the queue.
      await tab.evaluate(selectWords('around it'))
      await waitInBar(tab, `${shownText}.startsWith('5 of 5')`)
      await clickButton(tab, 'Upgrade to PRO')
      const pricing = await browser.findTab(`${env.app.origin}/pricing`)
      await pricing.close()
      await expect
        .poll(async () => (await readStatus()).queue.map(each => each.task))
        .toMatchObject([{ kind: 'highlight', text: 'the bog', comment: 'Typed before the answer' }])
      expect(await textsOf('/five')).toHaveLength(5)
      await setPlan(2)
      await highlightWords(tab, 'around it')
      await expect.poll(() => textsOf('/five')).toContain('around it')
      const popup = await browser.openOwn('popup.html?tab=' + tab.id)
      await popup.evaluate(`(async () => {
        const send = message => (globalThis.browser ?? chrome).runtime.sendMessage(message)
        const { data } = await send({ kind: 'status' })
        for (const { id } of data.queue) await send({ kind: 'retry', id, toRoot: false })
        return null
      })()`)
      await popup.close()
      await expect
        .poll(async () => (await highlightsOf('/five')).find(each => each.text === 'the bog')?.comm)
        .toBe('Typed before the answer')
    })

    test('HL-06 a refused highlight is sent again from its card', async () => {
      await setPlan(1)
      const tab = await openWith('/again', 'The', 'frame', 'small', 'precious', 'everything')
      await tab.evaluate(selectWords('the bog'))
      await clickButton(tab, 'Comment')
      await findButton(tab, 'Upgrade to PRO')
      await waitInBar(tab, commentHasFocus)
      await setPlan(2)
      await tab.typeAndConfirm('Kept at last')
      await expect
        .poll(async () => (await highlightsOf('/again')).find(each => each.text === 'the bog')?.comm)
        .toBe('Kept at last')
      await expect.poll(async () => (await readStatus()).queue).toEqual([])
    })

    test('HL-07 the command highlights the selection, and keys change, comment and leave it; the focus returns', async () => {
      const tab = await browser.openWeb(`${site.origin}/keys`)
      await tab.evaluate(`document.getElementById('link').focus(), null`)
      await tab.evaluate(selectWords('small and precious'))
      await browser.runHighlightCommand(tab)
      await expect.poll(() => textsOf('/keys')).toEqual(['small and precious'])
      await waitInBar(tab, `root.activeElement?.getAttribute('role') === 'toolbar'`)
      await tab.type('3')
      await expect.poll(async () => (await highlightsOf('/keys'))[0]?.style).toBe(3)
      await tab.type('c')
      await waitInBar(tab, commentHasFocus)
      await tab.type('By keys')
      await tab.press('Escape')
      await waitFor(tab, `document.activeElement?.id === 'link'`)
      // Typed and not saved: it is there again.
      await browser.runHighlightCommand(tab)
      await waitInBar(tab, `root.activeElement?.matches('.entry')`)
      await tab.press('Enter')
      await waitInBar(tab, `${typedComment} === 'By keys' && ${commentHasFocus}`)
      await tab.typeAndConfirm('!')
      await expect.poll(async () => (await highlightsOf('/keys'))[0]?.comm).toBe('By keys!')
    })

    test('HL-07 without a selection the command opens the list in the order of the page; Enter opens a card, Esc returns', async () => {
      const tab = await openWith('/list', 'the bog', 'The frame', 'everything')
      await tab.evaluate(`document.getElementById('link').focus(), null`)
      await browser.runHighlightCommand(tab)
      const focused = (text: string) => `root.activeElement?.textContent === ${JSON.stringify(text)}`
      await waitInBar(tab, focused('The frame'))
      await tab.press('Tab')
      await waitInBar(tab, focused('everything'))
      await tab.press('ArrowDown')
      await waitInBar(tab, focused('the bog'))
      await tab.press('Enter')
      await waitInBar(tab, commentHasFocus)
      await tab.press('Escape')
      await waitInBar(tab, focused('the bog'))
      await tab.press('Escape')
      await waitFor(tab, `document.activeElement?.id === 'link'`)
    })

    test('HL-07 a page that replaces its whole body, or clears the registry of highlights, keeps them and the bar', async () => {
      const tab = await openWith('/rewrites', 'small and precious', 'everything')
      const both = `JSON.stringify(${paintedWords}) === '["everything","small and precious"]'`
      await tab.evaluate(`(() => { CSS.highlights.clear(); return null })()`)
      await waitFor(tab, both)
      await tab.evaluate(
        `(() => { document.body.innerHTML = document.getElementById('words').outerHTML; return null })()`,
      )
      await waitFor(
        tab,
        `${both} && [...CSS.highlights.values()].every(each => [...each].every(range => range.startContainer.isConnected))`,
      )
      await highlightWords(tab, 'the bog', 'Green')
      await expect.poll(() => textsOf('/rewrites')).toContain('the bog')
      // A sentence with other words is not highlighted.
      await tab.evaluate(`(() => { document.querySelector('b').textContent = 'nothing'; return null })()`)
      await waitFor(tab, `JSON.stringify(${paintedWords}) === '["small and precious","the bog"]'`)
    })

    test('HL-07 back and forward show the highlights of a suspended page, and the bar keeps new ones', async () => {
      const tab = await openWith('/history', 'everything')
      await tab.evaluate(
        `(() => { addEventListener('pageshow', event => (globalThis.isRestored = event.persisted)); return null })()`,
      )
      await tab.goto(`${site.origin}/other`)
      await tab.evaluate('void history.back()').catch(() => undefined)
      await waitFor(tab, `location.pathname === '/history' && globalThis.isRestored === true`)
      await waitFor(tab, `JSON.stringify(${paintedWords}) === '["everything"]'`)
      await highlightWords(tab, 'the bog')
      await expect.poll(() => textsOf('/history')).toEqual(['everything', 'the bog'])
    })

    test('HL-07 the bar keeps a highlight after the background was ended', async () => {
      const tab = await browser.openWeb(`${site.origin}/ended-background`)
      await tab.evaluate(selectWords('everything'))
      await findButton(tab, 'Pink')
      await browser.killBackground()
      await clickButton(tab, 'Pink')
      await expect.poll(() => textsOf('/ended-background')).toEqual(['everything'])
    })

    test('HL-07 a page with frames has one bar, for its own text', async () => {
      const tab = await browser.openWeb(`${site.origin}/frames`)
      await highlightWords(tab, 'everything')
      await expect.poll(() => textsOf('/frames')).toEqual(['everything'])
      const inner = `document.querySelector('iframe').contentDocument`
      expect(await tab.evaluate(`${inner}.querySelectorAll('nestmark-bar').length`)).toBe(0)
      expect(await tab.evaluate(`document.querySelectorAll('nestmark-bar').length`)).toBe(1)
    })

    test('HL-07 the bar keeps its look, place and clicks on a page that unsets all styles and lies over everything', async () => {
      const tab = await browser.openWeb(`${site.origin}/hostile`)
      await tab.evaluate(selectWords('everything'))
      const { x, y } = await findButton(tab, 'Blue')
      expect(await tab.evaluate(`document.elementFromPoint(${x}, ${y}).localName`)).toBe('nestmark-bar')
      const look = await tab.inBar<Record<string, unknown>>(`(() => {
        const bar = root.querySelector('.bar')
        const { backgroundColor, display, fontSize } = getComputedStyle(bar)
        return { backgroundColor, display, fontSize, height: bar.offsetHeight }
      })()`)
      expect(look).toEqual({
        backgroundColor: 'rgb(24, 32, 31)',
        display: 'flex',
        fontSize: '13px',
        height: 44,
      })
      await tab.clickAt(x, y)
      await expect.poll(async () => (await highlightsOf('/hostile'))[0]?.style).toBe(2)
    })

    test('HL-07 the bar and the card stay in a small window, and run with the text of the page', async () => {
      const tab = await browser.openWeb(`${site.origin}/rtl`)
      await tab.evaluate(selectWords('الجدار الرطب'))
      const yellow = await findButton(tab, 'Yellow')
      expect(yellow.x).toBeGreaterThan((await findButton(tab, 'Green')).x)
      await clickButton(tab, 'Comment')
      await waitInBar(tab, commentHasFocus)
      const isLeft = `root.querySelector('.card').getBoundingClientRect().right < 600`
      await waitInBar(tab, isLeft)
      await tab.resize(390, 700)
      await waitInBar(
        tab,
        `(() => { const { left, right, bottom } = root.querySelector('.card').getBoundingClientRect(); return left >= 8 && right <= innerWidth - 8 && bottom <= innerHeight })()`,
      )
      await tab.press('Escape')
      await tab.close()
    })

    test('T16 the page reads nothing that is typed, listed or selected in the extension, and cannot click it', async () => {
      const tab = await openWith('/spy', 'everything')
      await tab.evaluate(`(() => {
        globalThis.seen = []
        for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'selectionchange'])
          addEventListener(type, event => seen.push([type, event.key ?? event.data ?? '', event.target.value ?? '']), true)
        return null
      })()`)
      await clickWords(tab, 'everything')
      await clickButton(tab, 'Comment')
      await waitInBar(tab, commentHasFocus)
      await tab.type('zq')
      await waitInBar(tab, `${typedComment} === 'zq'`)
      expect(await tab.evaluate<string>('JSON.stringify(seen)')).not.toMatch(/[zq]"/)
      expect(
        await tab.evaluate(
          '[document.activeElement.localName, document.activeElement.shadowRoot, window.length]',
        ),
      ).toEqual(['nestmark-bar', null, 0])
      await tab.evaluate(
        `(() => { getSelection().selectAllChildren(document.documentElement); return null })()`,
      )
      for (const read of [
        'String(getSelection())',
        'document.documentElement.outerHTML',
        'document.documentElement.innerText',
        'document.documentElement.getHTML({ serializableShadowRoots: true, shadowRoots: [] })',
        'getSelection().getRangeAt(0).cloneContents().textContent',
      ])
        expect(await tab.evaluate<string>(read), read).not.toMatch(/zq|Comment for|1 highlight/)
      expect(
        await tab.evaluate(`typeof (globalThis.browser ?? globalThis.chrome)?.runtime?.sendMessage`),
      ).toBe('undefined')
      // Events of the page open nothing, press nothing and make no highlight.
      await tab.evaluate(selectWords('the bog'))
      const { x, y } = await findButton(tab, 'Green')
      await tab.evaluate(`(() => {
        const at = { clientX: ${x}, clientY: ${y}, bubbles: true, composed: true, cancelable: true }
        const target = document.elementFromPoint(${x}, ${y})
        for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click']) target.dispatchEvent(new MouseEvent(type, at))
        target.dispatchEvent(new KeyboardEvent('keydown', { key: '4', bubbles: true, composed: true }))
        dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        target.click()
        return null
      })()`)
      await findButton(tab, 'Green')
      expect(await textsOf('/spy')).toEqual(['everything'])
    })

    test('HL-07 the tab at the edge is dragged and stays there on other pages; it opens the list', async () => {
      const tab = await openWith('/edge', 'everything')
      const at = await findButton(tab, '1 highlight')
      await tab.drag(at, { x: at.x - 3, y: at.y - 200 })
      const moved = await findButton(tab, '1 highlight')
      expect(Math.abs(moved.y - (at.y - 200))).toBeLessThan(3)
      expect(await tab.inBar(`root.querySelector('.list')`)).toBeNull()
      const other = await openWith('/edge-2', 'The frame')
      const { y } = await findButton(other, '1 highlight')
      expect(Math.abs(y - moved.y)).toBeLessThan(3)
      await clickButton(other, '1 highlight')
      await findButton(other, 'The frame', '.entry')
    })

    test('EXT-01 the bar saves the page, says where, and takes it back', async () => {
      const tab = await openWith('/saved', 'everything')
      const isSaved = async () =>
        (await ada.call(listDashboardLinks, {})).links.some(each => each.link === `${site.origin}/saved`)
      await tab.evaluate(selectWords('the bog'))
      await clickButton(tab, 'Save page')
      await waitInBar(tab, `${shownText}.includes('with its highlight')`)
      expect(await isSaved()).toBe(true)
      await clickButton(tab, 'Undo')
      await expect.poll(isSaved).toBe(false)
      await tab.evaluate(selectWords('small'))
      await findButton(tab, 'Save page')
    })

    test('HL-07 T16 the list of a page hides the bar on its site', async () => {
      const tab = await openWith('/off', 'everything')
      const before = (await ada.call(listDashboardLinks, {})).links.length
      await clickButton(tab, '1 highlight')
      await clickButton(tab, 'Hide on this site')
      await waitFor(tab, `${nothingPainted} && !document.querySelector('nestmark-bar')`)
      expect((await readStatus()).offSites).toEqual([new URL(site.origin).host])
      const again = await browser.openWeb(`${site.origin}/off`)
      await again.evaluate(selectWords('the bog'))
      await waitFor(again, `!document.querySelector('nestmark-bar')`)
      const own = await browser.openOwn('settings.html')
      await own.evaluate(
        `(globalThis.browser ?? chrome).runtime.sendMessage({ kind: 'setOffSites', hosts: [] })`,
      )
      await own.close()
      expect(await textsOf('/off')).toEqual(['everything'])
      expect((await ada.call(listDashboardLinks, {})).links).toHaveLength(before)
    })

    test('EXT-01 a key that ends during use is said in the bar, and what was highlighted and typed follows', async () => {
      const tab = await openWith('/revoked', 'everything')
      for (const { _id } of await ada.call(listKeys, {})) await ada.call(deleteKey, { key: _id })
      await tab.evaluate(selectWords('the bog'))
      await clickButton(tab, 'Comment')
      await waitInBar(tab, commentHasFocus)
      await waitInBar(tab, `${shownText}.includes('The connection has ended')`)
      await tab.typeAndConfirm('Typed after the end')
      await tab.evaluate(selectWords('small'))
      await waitInBar(tab, `${shownText}.startsWith('The connection has ended')`)
      await findButton(tab, 'Connect')
      // The words stay highlighted, also after a reload.
      await tab.goto(`${site.origin}/revoked`)
      await waitFor(tab, `JSON.stringify(${paintedWords}) === '["the bog"]'`)
      await connect(browser, env.app.origin)
      await expect
        .poll(async () => (await highlightsOf('/revoked')).map(({ text, comm }) => [text, comm]))
        .toEqual([
          ['everything', ''],
          ['the bog', 'Typed after the end'],
        ])
    })

    test('HL-07 an update of the extension takes the old bar from the page, and leaves the page alone', async () => {
      const tab = await openWith('/updated', 'everything')
      await tab.evaluate(selectWords('the bog'))
      await findButton(tab, 'Green')
      const before = await tab.evaluate<string>(`document.getElementById('words').outerHTML`)
      await browser.updateExtension()
      // In Firefox the old script ends without a word: its element stays, and is not shown.
      const isGone = async () =>
        (await tab.evaluate<boolean>(`document.querySelector('nestmark-bar') === null`)) ||
        !(await tab.inBar<boolean>(`root.querySelector('.bar')?.checkVisibility() ?? false`))
      await expect.poll(isGone).toBe(true)
      expect(await tab.evaluate(`document.getElementById('words').outerHTML`)).toBe(before)
      await tab.goto(`${site.origin}/updated`)
      await waitFor(tab, `JSON.stringify(${paintedWords}) === '["everything"]'`)
      await highlightWords(tab, 'the bog', 'Green')
      await expect.poll(() => textsOf('/updated')).toEqual(['everything', 'the bog'])
    })
  })
