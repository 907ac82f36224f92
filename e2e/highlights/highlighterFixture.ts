import { join } from 'node:path'
import type { createHighlighter, Highlighter, PageHighlight } from '@nestmark/highlighter/highlighter'
import type { writeHighlightRules } from '@nestmark/highlighter/highlightRules'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'

/** What a page has after the script of the highlighter. */
interface HighlighterScript {
  createHighlighter: typeof createHighlighter
  writeHighlightRules: typeof writeHighlightRules
}

/** What the functions of the tests share in the page. */
export interface HighlighterWindow {
  nestmark: HighlighterScript
  highlighter: Highlighter
}

/** Bundles the highlighter for foreign pages, as the extension does. Returns its script, which sets `nestmark`. */
export async function bundleHighlighter(): Promise<string> {
  const source = join(import.meta.dirname, '../../packages/highlighter/src')
  const entry = 'virtual:highlighter'
  const bundle = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === entry ? id : undefined),
        load: id =>
          id === entry
            ? `export * from '${source}/highlighter.ts'; export * from '${source}/highlightRules.ts'`
            : undefined,
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'nestmark', minify: true })
  await bundle.close()
  return output[0].code
}

/** Returns a highlight of words that the page has once. */
export function highlightOf(exact: string, style: PageHighlight['style'] = 1): PageHighlight {
  const anchor = { quote: { exact, prefix: '', suffix: '' }, position: { start: 0, end: 0 } }
  return { id: `${style}: ${exact}`, anchor, style }
}

/** Starts a highlighter in the page. */
export async function startHighlighter(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shared = window as unknown as HighlighterWindow
    const { createHighlighter: create, writeHighlightRules: write } = shared.nestmark
    shared.highlighter = create(document, { rules: write('light') })
  })
}

/** Shows highlights. Returns what has become of each: its state, with the new words where they have changed. */
export async function showHighlights(
  page: Page,
  ...highlights: PageHighlight[]
): Promise<Record<string, string>> {
  const results = await page.evaluate(
    async shown => [...(await (window as unknown as HighlighterWindow).highlighter.show(shown))],
    highlights,
  )
  return Object.fromEntries(
    results.map(([id, result]) => [
      id,
      result.state === 'changed' ? `changed: ${result.text}` : result.state,
    ]),
  )
}

/** Returns the painted words of each style, with a bar between the parts of different text nodes. */
export function readPainted(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const painted: Record<string, string> = {}
    for (const [name, highlight] of CSS.highlights as unknown as Map<string, Set<Range>>)
      painted[name] = [...highlight].map(String).join('|')
    return painted
  })
}

/** Returns the words of the anchor of the selection, with those around: `before[words]after`. */
export function readSelectedWords(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const anchor = await (window as unknown as HighlighterWindow).highlighter.readSelection()
    return anchor && `${anchor.quote.prefix}[${anchor.quote.exact}]${anchor.quote.suffix}`
  })
}
