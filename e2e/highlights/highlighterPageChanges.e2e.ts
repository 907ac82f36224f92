import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import {
  bundleHighlighter,
  type HighlighterWindow,
  highlightOf,
  readPainted,
  showHighlights,
  startHighlighter,
} from './highlighterFixture.ts'

/** A page that React draws. `draw` draws it anew, with another key when all its elements are to be new ones. */
interface ReactWindow {
  react: { draw(words: string, key: string): void }
}

/** Bundles React with a small page. Returns the script, which sets `react`. */
async function bundleReact(): Promise<string> {
  const entry = 'virtual:react-page'
  const code = `import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    import { flushSync } from 'react-dom'
    const root = createRoot(document.querySelector('#react'))
    const Page = ({ words, at }) => h('article', { key: at }, h('h1', null, 'Turf'), h('p', null, 'A wall of ', h('em', null, words), ' stands for ', 70, ' years.'))
    export const draw = (words, key) => flushSync(() => root.render(h(Page, { words, at: key, key })))`
  const bundle = await rolldown({
    input: entry,
    cwd: import.meta.dirname,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id, importer) =>
          id === entry ? id : importer === entry ? import.meta.resolve(id).replace('file://', '') : undefined,
        load: id => (id === entry ? code : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'react', minify: true })
  await bundle.close()
  return output[0].code
}

let highlighter: string
let react: string
beforeAll(async () => {
  ;[highlighter, react] = await Promise.all([bundleHighlighter(), bundleReact()])
})

/** Opens a page, and highlights words of it, with their text around them. */
async function open(html: string, words: string, script = ''): Promise<Page> {
  const page = await (await sharedBrowser()).newPage()
  onTestFinished(() => page.close())
  await page.setContent(`<!doctype html><title>A page</title><body>${html}</body>`)
  await page.addScriptTag({ content: highlighter })
  if (script) await page.addScriptTag({ content: script })
  if (script) await page.evaluate(() => (window as unknown as ReactWindow).react.draw('good sod', 'a'))
  await startHighlighter(page)
  expect(await showHighlights(page, highlightOf(words))).toEqual({ [`1: ${words}`]: 'found' })
  return page
}

const text =
  'A wall of good sod stands for about 70 years, and the family that cuts it will not live to repair it.'
const lines = `<p id="before">Not every wall was built to last.</p><p id="turf">${text}</p><p id="after">Stone doubles it.</p>`
const painted = (page: Page) => readPainted(page).then(all => Object.values(all).join())

test('HL-07 React draws a page anew: the same words stay highlighted, in new elements too, and others are not', async () => {
  const words = 'A wall of good sod stands for 70 years.'
  const page = await open('<div id="react"></div>', words, react)
  const draw = (em: string, key: string) =>
    page.evaluate(([one, other]) => (window as unknown as ReactWindow).react.draw(one, other), [
      em,
      key,
    ] as const)
  const isFound = async () => (await painted(page)).replaceAll('|', '') === words
  await draw('good sod', 'a')
  await expect.poll(isFound).toBe(true)
  await draw('good sod', 'b')
  await expect.poll(isFound).toBe(true)
  await draw('bad sod', 'b')
  await expect.poll(() => painted(page)).toBe('')
  await draw('good sod', 'b')
  await expect.poll(isFound).toBe(true)
})

/** What a page does to a text that is highlighted. */
const stays: [string, (page: Page) => Promise<unknown>][] = [
  [
    'an advertisement comes before it',
    page => page.evaluate(() => document.body.prepend('Buy socks! '.repeat(50))),
  ],
  [
    'an advertisement comes beside it',
    page =>
      page.evaluate(() =>
        document.querySelector('#turf')!.insertAdjacentHTML('afterend', '<aside>Socks</aside>'),
      ),
  ],
  [
    'its paragraph is moved',
    page => page.evaluate(() => document.body.append(document.querySelector('#turf')!)),
  ],
  [
    'what is outside of the window is not laid out any more',
    page =>
      page.evaluate(() => {
        document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 5000px' }))
        document.querySelector<HTMLElement>('#turf')!.style.contentVisibility = 'auto'
      }),
  ],
  [
    'its letters are shown as capitals',
    page =>
      page.evaluate(() => (document.querySelector<HTMLElement>('#turf')!.style.textTransform = 'uppercase')),
  ],
  [
    'its paragraph moves into an open shadow root',
    page =>
      page.evaluate(() => {
        const host = document.createElement('x-article')
        document.body.append(host)
        host.attachShadow({ mode: 'open' }).append(document.querySelector('#turf')!)
      }),
  ],
  [
    'a word gets ruby',
    page =>
      page.evaluate(() => {
        const turf = document.querySelector('#turf')!
        turf.innerHTML = turf.innerHTML.replace('sod', '<ruby>sod<rp>(</rp><rt>turf</rt><rp>)</rp></ruby>')
      }),
  ],
]

test.each(stays)('HL-07 words stay highlighted when %s', async (_, change) => {
  const page = await open(lines, text)
  await change(page)
  // The first change may be searched after this test has looked: the words must be on the page as it is now.
  const isPainted = () =>
    page.evaluate(() => {
      const ranges = [...(CSS.highlights as unknown as Map<string, Set<Range>>).values()].flatMap(each => [
        ...each,
      ])
      return ranges.every(range => range.startContainer.isConnected) ? ranges.map(String).join('') : ''
    })
  await expect.poll(isPainted).toBe(text)
})

test('HL-07 a page that the browser translates loses its highlights, and has them again with its own words', async () => {
  const page = await open(lines, text)
  // As the translators of browsers do: the text of each node is replaced, inside of two elements.
  await page.evaluate(() => {
    const turf = document.querySelector('#turf')!
    turf.innerHTML = '<font><font>Eine Mauer aus guten Soden steht etwa 70 Jahre.</font></font>'
  })
  await expect.poll(() => painted(page)).toBe('')
  await page.evaluate(
    own => (document.querySelector('#turf')!.innerHTML = `<font><font>${own}</font></font>`),
    text,
  )
  await expect.poll(() => painted(page)).toBe(text)
})

test('makes the words selected at the call the anchor, when the user selects others before its end', async () => {
  const page = await open(lines, text)
  const words = await page.evaluate(async () => {
    const { highlighter } = window as unknown as HighlighterWindow
    getSelection()!.selectAllChildren(document.querySelector('#before')!)
    const anchor = highlighter.readSelection()
    getSelection()!.selectAllChildren(document.querySelector('#after')!)
    return (await anchor)?.quote.exact
  })
  expect(words).toBe('Not every wall was built to last.')
})
