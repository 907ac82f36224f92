import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { serve, type TestServer } from '../../apps/server/src/fetching/testing/web.testing.ts'
import { sharedBrowser } from '../support/browser.ts'
import {
  bundleHighlighter,
  type HighlighterWindow,
  highlightOf,
  readPainted,
  readSelectedWords,
  showHighlights,
  startHighlighter,
} from './highlighterFixture.ts'

let site: TestServer
let script: string
let body = ''
beforeAll(async () => {
  script = await bundleHighlighter()
  site = await serve((request, response) => {
    if (request.url === '/highlighter.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    response
      // A policy of the page does not stop the painting.
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "style-src 'sha256-none'; style-src-attr 'unsafe-inline'",
      })
      .end(`<!doctype html><title>A page</title><script src="/highlighter.js"></script><body>${body}</body>`)
  })
})
afterAll(() => site.close())

/** Opens a foreign page with a highlighter. */
async function open(html: string, before?: () => void): Promise<Page> {
  body = html
  const page = await (await sharedBrowser()).newPage()
  onTestFinished(() => page.close())
  if (before) await page.addInitScript(before)
  await page.goto(site.origin)
  await startHighlighter(page)
  return page
}

const turf = '<p id="turf">A wall of <em>good sod</em> stands for about 70 years.</p>'
const more = '<p>The last builders teach the craft every July.</p>'

test('paints highlights in four styles, and keeps the nodes of the page as they are', async () => {
  const page = await open(turf + more)
  const html = await page.evaluate(() => document.body.innerHTML)
  const results = await showHighlights(
    page,
    highlightOf('wall of good sod', 1),
    highlightOf('about 70 years.', 2),
    highlightOf('last builders', 3),
    highlightOf('every July.', 4),
    highlightOf('words that are not there', 4),
  )
  expect(Object.values(results)).toEqual(['found', 'found', 'found', 'found', 'missing'])
  expect(await readPainted(page)).toEqual({
    'nestmark-1': 'wall of |good sod',
    'nestmark-2': 'about 70 years.',
    'nestmark-3': 'last builders',
    'nestmark-4': 'every July.',
  })
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.body, '::highlight(nestmark-1)').backgroundColor)
  expect(await ground()).toBe('rgb(247, 231, 161)')
  expect(await page.evaluate(() => document.body.innerHTML)).toBe(html)
  await page.evaluate(() => (window as unknown as HighlighterWindow).highlighter.destroy())
  expect(await readPainted(page)).toEqual({})
  expect(await ground()).toBe('rgba(0, 0, 0, 0)')
})

test('a highlight survives the rewriting of its text node with the same text, its replacement or its move', async () => {
  const page = await open(turf + more)
  await showHighlights(page, highlightOf('wall of good sod'))
  const rewrites: (() => void)[] = [
    () => {
      const text = document.querySelector('#turf')!.firstChild as Text
      // The live range collapses, and the text is the same.
      text.data = String(text.data)
    },
    () => {
      const paragraph = document.querySelector('#turf')!
      paragraph.innerHTML = String(paragraph.innerHTML)
    },
    () => document.body.append(document.querySelector('#turf')!),
    () => document.body.prepend(document.createTextNode('An advertisement for socks. ')),
  ]
  for (const rewrite of rewrites) {
    await page.evaluate(rewrite)
    await expect.poll(() => readPainted(page)).toEqual({ 'nestmark-1': 'wall of |good sod' })
    const isOnPage = await page.evaluate(() =>
      [...(CSS.highlights as unknown as Map<string, Set<Range>>).get('nestmark-1')!].every(
        range => range.startContainer.isConnected,
      ),
    )
    expect(isOnPage).toBe(true)
  }
})

test('a sentence that changes loses its highlight, and gets it back with its words', async () => {
  const page = await open(turf + more)
  await showHighlights(page, highlightOf('A wall of good sod stands for about 70 years.'))
  await page.evaluate(() => document.querySelector('em')!.insertAdjacentHTML('beforebegin', '<b>not so </b>'))
  await expect.poll(() => readPainted(page)).toEqual({})
  await page.evaluate(() => document.querySelector('b')!.remove())
  await expect
    .poll(() => readPainted(page))
    .toEqual({ 'nestmark-1': 'A wall of |good sod| stands for about 70 years.' })
})

test('repairs the registry after the page has cleared it', async () => {
  const page = await open(turf)
  await showHighlights(page, highlightOf('good sod', 2))
  await page.evaluate(() => CSS.highlights.clear())
  await expect.poll(() => readPainted(page)).toEqual({ 'nestmark-2': 'good sod' })
  await page.evaluate(() => CSS.highlights.get('nestmark-2')!.clear())
  await expect.poll(() => readPainted(page)).toEqual({ 'nestmark-2': 'good sod' })
})

test('finds text outside of the window on a page whose layout has only what is near', async () => {
  const sections = Array.from(
    { length: 40 },
    (_, at) =>
      `<section style="content-visibility: auto; contain-intrinsic-size: 600px; height: 600px"><p>Section ${at} of the report.</p></section>`,
  )
  const page = await open(sections.join(''))
  expect(await page.evaluate(() => document.body.innerText.includes('Section 39'))).toBe(false)
  expect(await showHighlights(page, highlightOf('Section 39 of the report.'))).toEqual({
    '1: Section 39 of the report.': 'found',
  })
})

test('leaves hidden content, fields and ruby out of the text', async () => {
  const page = await open(
    `<p>One <span style="display: none">hidden </span><script>'script'</script><b style="display: contents">two
       three</b><textarea>field</textarea> <span contenteditable>draft</span>four</p>
     <p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を読む</p>
     <details><summary>More</summary>A closed part of the page</details><p>un<em>believ</em>able<br>last</p>`,
  )
  const wanted = ['One two three four 漢字を読む More unbelievable last']
  expect(await showHighlights(page, ...wanted.map(each => highlightOf(each)))).toEqual({
    [`1: ${wanted[0]}`]: 'found',
  })
  expect(await readPainted(page)).toMatchObject({
    'nestmark-1': expect.not.stringMatching(/かん|field|draft|hidden/),
  })
  // Nothing but an attribute changes.
  await showHighlights(page, highlightOf('A closed part of the page'))
  expect(await readPainted(page)).toEqual({})
  await page.evaluate(() => (document.querySelector('details')!.open = true))
  await expect.poll(() => readPainted(page)).toEqual({ 'nestmark-1': 'A closed part of the page' })
})

test('selections become anchors: triple click, ruby, transformed letters', async () => {
  const page = await open(
    `<p id="first">The  first
       paragraph.</p><p>The second one.</p><p id="shout" style="text-transform: uppercase">Straße &nbsp;im Tal</p>
     <p id="ruby"><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を読む</p>`,
  )
  await page.locator('#first').click({ clickCount: 3 })
  const end = await page.evaluate(() => getSelection()!.getRangeAt(0).endOffset)
  expect(end).toBe(0)
  expect(await readSelectedWords(page)).toBe('[The first paragraph.] The second one. Straße im Tal 漢')
  await page.locator('#shout').click({ clickCount: 3 })
  expect(await page.evaluate(() => String(getSelection()))).toContain('STRASSE')
  expect(await readSelectedWords(page)).toContain('[Straße im Tal]')
  await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#ruby')!))
  expect(await readSelectedWords(page)).toBe('. The second one. Straße im Tal [漢字を読む]')
  await page.evaluate(() => getSelection()!.removeAllRanges())
  expect(await readSelectedWords(page)).toBeNull()
})

test('reads, selects and paints open shadow roots', async () => {
  const page = await open(
    '<p>Before.</p><x-card><span slot="title">A slotted title</span>Not shown</x-card><p>After.</p>',
  )
  await page.evaluate(() => {
    const root = document.querySelector('x-card')!.attachShadow({ mode: 'open' })
    root.innerHTML =
      '<h2><slot name="title"></slot></h2><p id="inner">Words in a shadow root.</p><x-inner></x-inner>'
    root.querySelector('x-inner')!.attachShadow({ mode: 'open' }).innerHTML = '<p>A root in a root.</p>'
  })
  const text = 'Before. A slotted title Words in a shadow root. A root in a root. After.'
  expect(await showHighlights(page, highlightOf(text), highlightOf('root in a', 3))).toEqual({
    [`1: ${text}`]: 'found',
    '3: root in a': 'found',
  })
  expect((await readPainted(page))['nestmark-3']).toBe('root in a')
  const ground = await page.evaluate(() => {
    const inner = document.querySelector('x-card')!.shadowRoot!.querySelector('x-inner')!.shadowRoot!
    return getComputedStyle(inner.querySelector('p')!, '::highlight(nestmark-3)').backgroundColor
  })
  expect(ground).toBe('rgb(248, 211, 225)')
  await page.locator('#inner').click({ clickCount: 3 })
  expect(await readSelectedWords(page)).toBe(
    'Before. A slotted title [Words in a shadow root.] A root in a root. After.',
  )
  // The browser reports no changes inside of a root.
  await page.evaluate(() => {
    const inner = document.querySelector('x-card')!.shadowRoot!.querySelector('x-inner')!.shadowRoot!
    inner.innerHTML = '<p>Another root in a root.</p>'
  })
  await expect.poll(async () => (await readPainted(page))['nestmark-3']).toBe('root in a')
})

test('the end of a highlighter ends pending work, without an error', async () => {
  const page = await open(turf.repeat(500))
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  const pending = await page.evaluate(
    async shown => {
      const { highlighter } = window as unknown as HighlighterWindow
      const results = highlighter.show(shown)
      const selected = highlighter.readSelection()
      highlighter.destroy()
      return [(await results).size, await selected]
    },
    [highlightOf('words that are not there')],
  )
  expect(pending).toEqual([0, null])
  expect(errors).toEqual([])
})

test('a page that changes without an end keeps its highlights', async () => {
  const page = await open(turf + '<p id="clock"></p>')
  await showHighlights(page, highlightOf('wall of good sod'))
  const tick = () =>
    page.evaluate(
      () =>
        new Promise<void>(done => {
          let times = 0
          const write = () => {
            document.querySelector('#clock')!.textContent = `Tick ${++times}`
            document.querySelector('#turf')!.append('!')
            if (times < 50) requestAnimationFrame(write)
            else done()
          }
          write()
        }),
    )
  await tick()
  await page.evaluate(() => (document.querySelector('em')!.textContent = 'bad sod'))
  await tick()
  await expect.poll(() => readPainted(page)).toEqual({})
  await page.evaluate(() => (document.querySelector('em')!.textContent = 'good sod'))
  await tick()
  await expect.poll(() => readPainted(page)).toEqual({ 'nestmark-1': 'wall of |good sod' })
})

test('finds the highlight under a point', async () => {
  const page = await open(turf + more)
  await showHighlights(page, highlightOf('wall of good sod'), highlightOf('good', 2))
  const at = (selector: string, fraction: number) =>
    page.evaluate(
      ([css, share]) => {
        const { left, right, top, bottom } = document.querySelector(css)!.getBoundingClientRect()
        const { highlighter } = window as unknown as HighlighterWindow
        return highlighter.findAt(left + (right - left) * share, (top + bottom) / 2)
      },
      [selector, fraction] as const,
    )
  expect(await at('em', 0.9)).toBe('1: wall of good sod')
  expect(await at('em', 0.2)).toBe('2: good')
  expect(await at('p + p', 0.01)).toBeNull()
  const rects = await page.evaluate(
    () => (window as unknown as HighlighterWindow).highlighter.listRects('1: wall of good sod').length,
  )
  expect(rects).toBe(2)
})

test('paints marks where the browser has no registry of highlights', async () => {
  const page = await open(turf + more, () => {
    Reflect.deleteProperty(CSS, 'highlights')
  })
  const html = await page.evaluate(() => document.body.innerHTML)
  const results = await showHighlights(
    page,
    highlightOf('wall of good sod'),
    highlightOf('stands for', 2),
    highlightOf('70 years', 3),
    highlightOf('words that are not there', 4),
  )
  expect(Object.values(results)).toEqual(['found', 'found', 'found', 'missing'])
  expect(await page.locator('mark').allInnerTexts()).toEqual([
    'wall of ',
    'good sod',
    'stands for',
    '70 years',
  ])
  expect(await page.evaluate(() => document.body.textContent)).toContain(
    'A wall of good sod stands for about 70 years.',
  )
  await page.evaluate(() => (window as unknown as HighlighterWindow).highlighter.destroy())
  expect(await page.evaluate(() => document.body.innerHTML)).toBe(html)
})
