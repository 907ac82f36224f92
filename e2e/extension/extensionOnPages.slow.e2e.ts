import { expect, test, vi } from 'vitest'
import {
  clickButton,
  clickWords,
  commentHasFocus,
  findButton,
  highlightWords,
  paintedWords,
  selectWords,
  typedComment,
  waitInBar,
} from './extensionBar.ts'
import { waitFor } from './extensionBrowser.ts'
import { useArticles } from './extensionFixture.ts'
import { describeHighlights } from './extensionHighlightFixture.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

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

describeHighlights(env, site, own => {
  const { highlightsOf, textsOf, openWith } = own

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

  test('HL-07 the bar keeps a highlight after the end of the background', async () => {
    const tab = await own.browser.openWeb(`${site.origin}/ended-background`)
    await tab.evaluate(selectWords('everything'))
    await findButton(tab, 'Pink')
    await own.browser.killBackground()
    await clickButton(tab, 'Pink')
    await expect.poll(() => textsOf('/ended-background')).toEqual(['everything'])
  })

  test('HL-07 a page with frames has one bar, for its own text', async () => {
    const tab = await own.browser.openWeb(`${site.origin}/frames`)
    await highlightWords(tab, 'everything')
    await expect.poll(() => textsOf('/frames')).toEqual(['everything'])
    const inner = `document.querySelector('iframe').contentDocument`
    expect(await tab.evaluate(`${inner}.querySelectorAll('nestmark-bar').length`)).toBe(0)
    expect(await tab.evaluate(`document.querySelectorAll('nestmark-bar').length`)).toBe(1)
  })

  test('HL-07 the bar keeps its look, place and clicks on a page that unsets all styles and covers everything', async () => {
    const tab = await own.browser.openWeb(`${site.origin}/hostile`)
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
    const tab = await own.browser.openWeb(`${site.origin}/rtl`)
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

  test('T16 the page reads nothing that the user types, lists or selects in the extension, and cannot click it', async () => {
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
    // Nor does the search of the page find it.
    expect(await tab.evaluate(`find('zq', false, false, true)`)).toBe(false)
    expect(await tab.evaluate(`typeof (globalThis.browser ?? globalThis.chrome)?.runtime?.sendMessage`)).toBe(
      'undefined',
    )
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

  test('HL-07 an update of the extension takes the old bar from the page, and leaves the page alone', async () => {
    const tab = await openWith('/updated', 'everything')
    await tab.evaluate(selectWords('the bog'))
    await findButton(tab, 'Green')
    const before = await tab.evaluate<string>(`document.getElementById('words').outerHTML`)
    await own.browser.updateExtension()
    // In Firefox the old script ends without a word: its element stays, and is not shown.
    const isRemoved = async () =>
      (await tab.evaluate<boolean>(`document.querySelector('nestmark-bar') === null`)) ||
      !(await tab.inBar<boolean>(`root.querySelector('.bar')?.checkVisibility() ?? false`))
    await expect.poll(isRemoved).toBe(true)
    expect(await tab.evaluate(`document.getElementById('words').outerHTML`)).toBe(before)
    await tab.goto(`${site.origin}/updated`)
    await waitFor(tab, `JSON.stringify(${paintedWords}) === '["everything"]'`)
    await highlightWords(tab, 'the bog', 'Green')
    await expect.poll(() => textsOf('/updated')).toEqual(['everything', 'the bog'])
  })
})
