import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAnchor } from '@nestmark/core/anchor/anchor'
import { assertDefined } from '@nestmark/core/assertDefined'
import { writeHighlightRules } from '@nestmark/highlighter/highlightRules'
import type { PageHighlight } from '@nestmark/highlighter/highlighter'
import type { Page } from 'playwright-core'
import { launchBrowser, unpackBrowser } from '../../../e2e/support/browser.ts'
import { bundleHighlighter, type HighlighterWindow } from '../../../e2e/highlights/highlighterFixture.ts'
import type { Row } from '../../benchmark.ts'
import { Random } from '../../inputs/random.ts'

const count = 200
const pageLength = 1_000_000
const rounds = 5

interface Measured {
  /** The tasks above 50 ms, in milliseconds. */
  longTasks: number[]
  /** From the call until all highlights are painted, in milliseconds. */
  took: number
  found: number
}

/**
 * Measures, in a real browser, the longest task while 200 highlights of a page of 1 MB are found and painted. The page has
 * changed since they were made: all have moved, and a quarter has other punctuation or other words.
 */
export async function highlighting(): Promise<Row[]> {
  const paragraphs = writeParagraphs()
  const highlights = markParagraphs(paragraphs)
  const script = await bundleHighlighter()
  const html = writePage(paragraphs, script)
  const rules = `<style>${writeHighlightRules('light')}</style>`
  const site = createServer((request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(html.replace('<body>', request.url === '/rules' ? `${rules}<body>` : '<body>')),
  )
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  const remove = await unpackBrowser()
  const browser = await launchBrowser()
  try {
    const open = async (hasRules: boolean) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 1024 } })
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/${hasRules ? 'rules' : ''}`)
      const measured = await measure(page, highlights, hasRules)
      await page.close()
      return measured
    }
    const measured: Measured[] = []
    const late: Measured[] = []
    for (let round = 0; round < rounds; round++) {
      measured.push(await open(true))
      late.push(await open(false))
    }
    const took = measured.map(each => each.took).sort((a, b) => a - b)
    return [
      {
        promise: 'longest task while 200 highlights of 1 MB are painted',
        figure: longestOf(measured),
        unit: 'ms',
        limit: 50,
        better: 'less',
        note: `${measured[0]?.found} of ${count} found in ${took[0]?.toFixed(0)} to ${took.at(-1)?.toFixed(0)} ms; ${longestOf(late).toFixed(0)} ms when their rules come late, and the browser styles the page anew`,
      },
    ]
  } finally {
    await browser.close()
    remove()
    site.close()
  }
}

/** Returns sentences of words of different frequency, about 1 MB in paragraphs of 500 characters. */
function writeParagraphs(): string[] {
  const random = new Random(36)
  const sentence = () => `${Array.from({ length: 8 + random.below(10) }, () => random.word()).join(' ')}.`
  const paragraphs: string[] = []
  for (let length = 0; length < pageLength; length += assertDefined(paragraphs.at(-1)).length)
    paragraphs.push(Array.from({ length: 6 }, sentence).join(' '))
  return paragraphs
}

/** Returns highlights of sentences all over the text. */
function markParagraphs(paragraphs: readonly string[]): PageHighlight[] {
  const text = paragraphs.join(' ')
  return Array.from({ length: count }, (_, index) => {
    const start = text.indexOf('. ', Math.floor((index * (text.length - 2000)) / count)) + 2
    const anchor = assertDefined(createAnchor(text, start, text.indexOf('. ', start) + 1))
    return { id: String(index), anchor, style: ([1, 2, 3, 4] as const)[index % 4] ?? 1 }
  })
}

/** Returns the page after an edit, with elements in its sentences. */
function writePage(paragraphs: readonly string[], script: string): string {
  const edited = paragraphs.map((text, index) => {
    if (index % 8 === 0) return text.replaceAll('. ', ' – ')
    return index % 8 === 4 ? text.replaceAll('a ', 'not a ') : text
  })
  const elements = edited.map(
    text =>
      `<div class="part"><p>${text.replaceAll(/(\w+) (\w+)\./g, '<a href="#x">$1</a> <em>$2</em>.')}</p></div>`,
  )
  return `<!doctype html><title>A long page</title><script>${script}</script><body><p>An advertisement.</p>${elements.join('\n')}`
}

/** Tasks below 50 ms are not reported, and count as 0. */
const longestOf = (measured: readonly Measured[]) => Math.max(0, ...measured.flatMap(each => each.longTasks))

/**
 * Starts a highlighter and shows the highlights.
 * @param hasRules the page has the rules already, as the reader has, and pages for which an extension registers them
 */
function measure(page: Page, highlights: readonly PageHighlight[], hasRules: boolean): Promise<Measured> {
  return page.evaluate(
    async ([shown, hasDocumentRules]) => {
      const { createHighlighter, writeHighlightRules } = (window as unknown as HighlighterWindow).nestmark
      const idle = () => new Promise<void>(done => requestIdleCallback(() => done()))
      await idle()
      const longTasks: number[] = []
      const observer = new PerformanceObserver(list =>
        longTasks.push(...list.getEntries().map(entry => entry.duration)),
      )
      observer.observe({ type: 'longtask' })
      const begun = performance.now()
      const highlighter = createHighlighter(document, {
        rules: writeHighlightRules('light'),
        hasDocumentRules,
      })
      const results = await highlighter.show(shown)
      const took = performance.now() - begun
      // The frames with the paint belong to it.
      await new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))
      await idle()
      observer.disconnect()
      const found = [...results.values()].filter(({ state }) => state === 'found').length
      return { longTasks, took, found }
    },
    [highlights, hasRules] as const,
  )
}
