import { pageHighlights, saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { paintedWords } from './extensionBar.ts'
import { type ExtensionBrowser, type Tab, waitFor } from './extensionBrowser.ts'
import { allowAllPages, extensionBrowsers } from './extensionFixture.ts'
import { askStatus, connect, signIn } from './extensionPerson.ts'
import { findSystemBrowser } from '../support/systemBrowsers.ts'
import type { TestEnvironment } from '../support/testEnvironment.ts'

/** A browser whose extension is connected with a person, and may show highlights on all pages. */
export interface HighlightFixture {
  readonly browser: ExtensionBrowser
  readonly ada: Person
  /** Returns the highlights of a page of the site. */
  highlightsOf(path: string): Promise<Highlight[]>
  textsOf(path: string): Promise<string[]>
  /** Opens a page with highlights of some words, and waits until they are painted. */
  openWith(path: string, ...texts: string[]): Promise<Tab>
  setPlan(plan: 1 | 2): Promise<void>
  /** Returns the queue and the sites without the bar. */
  readStatus(): Promise<{ queue: { task: unknown }[]; offSites: string[] }>
}

/** Declares tests of highlights in each browser that is installed. */
export function describeHighlights(
  env: TestEnvironment,
  site: { readonly origin: string },
  declare: (own: HighlightFixture) => void,
): void {
  for (const { name, start } of extensionBrowsers)
    describe.skipIf(findSystemBrowser(name) === null)(`highlights of the extension in ${name}`, () => {
      let started: ExtensionBrowser | undefined
      let person: Person | undefined
      beforeAll(async () => {
        person = await env.signIn('ada', 2)
        started = await start()
        await signIn(started, env.app.origin, person)
        await connect(started, env.app.origin)
        await allowAllPages(started)
      })
      afterAll(() => started?.close())
      const own: HighlightFixture = {
        get browser() {
          return assertDefined(started)
        },
        get ada() {
          return assertDefined(person)
        },
        highlightsOf: async path =>
          (await own.ada.call(pageHighlights, { url: `${site.origin}${path}` }))?.data.highlights ?? [],
        textsOf: async path => (await own.highlightsOf(path)).map(({ text }) => text),
        async openWith(path, ...texts) {
          const url = `${site.origin}${path}`
          for (const text of texts) {
            const quote = { exact: text, prefix: '', suffix: '' }
            const anchor = { quote, position: { start: 0, end: text.length } }
            await own.ada.call(saveHighlight, { url, text, anchor })
          }
          const tab = await own.browser.openWeb(url)
          const wanted = JSON.stringify(JSON.stringify(texts.toSorted()))
          await waitFor(tab, `JSON.stringify(${paintedWords}) === ${wanted}`)
          return tab
        },
        setPlan: async plan =>
          void (await env.app.services.db.write(tx =>
            tx.updateTable('people').set({ plan }).where('id', '=', own.ada.id).execute(),
          )),
        async readStatus() {
          const settings = await own.browser.openOwn('settings.html')
          const { data } = await settings.evaluate<{ data: Awaited<ReturnType<typeof own.readStatus>> }>(
            askStatus,
          )
          await settings.close()
          return data
        },
      }
      declare(own)
    })
}
