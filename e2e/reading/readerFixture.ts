import { setTimeout as pause } from 'node:timers/promises'
import { getCopy } from '@nestmark/contract/reading/copies'
import { saveLink } from '@nestmark/contract/links/links'
import type { Locator, Page } from 'playwright-core'
import { serve } from '../../apps/server/src/fetching/testing/web.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import type { Config } from '../../apps/server/src/configuration/config.ts'
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

/** A site with pages, and the server that stores copies of them. */
export interface ReaderFixture {
  env: TestEnvironment
  ada: Person
  /** Saves a link to a page with this HTML, and waits for its copy. Without HTML the page does not exist. */
  save(name: string, html: string | undefined, parent: string): Promise<string>
  /** Changes the page of a link. Its copies stay as they are. */
  change(linkId: string, html: string): void
  close(): Promise<void>
}

export async function startReader(changes: Partial<Config> = {}): Promise<ReaderFixture> {
  const pages: Record<string, string> = {}
  const paths = new Map<string, string>()
  const site = await serve((request, response) => {
    const html = pages[request.url ?? '']
    if (html === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  const env = await startEnvironment({ copies: 'full', fetchAllowPrivate: [site.hostPort], ...changes })
  const ada = await env.signIn('ada', 2)
  let saved = 0
  return {
    env,
    ada,
    async save(name, html, parent) {
      const path = `/${++saved}`
      if (html !== undefined) pages[path] = html
      const { _id } = await ada.call(saveLink, { name, category: 3, link: site.origin + path, parent })
      paths.set(_id, path)
      const state = async () => (await ada.call(getCopy, { link_id: _id })).state
      while (!/kept|failed/.test(await state())) await pause(50)
      return _id
    },
    change(linkId, html) {
      pages[paths.get(linkId)!] = html
    },
    async close() {
      await env.close()
      await site.close()
    },
  }
}

/** Returns a page with numbered paragraphs, so that the line that is read has a name. */
export function writeArticle(title: string, paragraphs = 60, lang = 'en'): string {
  const text = Array.from({ length: paragraphs }, (_, index) => {
    const heading = index % 15 === 5 ? `<h2>Part ${index}</h2>` : ''
    return `${heading}<p>Paragraph ${index} says that ${'the turf wall is two skins of sod with a core of earth and stone. '.repeat(4)}</p>`
  })
  return `<!doctype html><html lang="${lang}"><title>${title}</title><article><h1>${title}</h1>${text.join('')}</article></html>`
}

export const article = (page: Page): Locator => page.getByRole('article')

/** Returns the part of the page that scrolls. */
export const scroller = (page: Page): Locator => page.locator('main > [tabindex="0"]')

/** Scrolls until a paragraph is at the top, and waits until the page has seen it. */
export async function scrollTo(page: Page, paragraph: number): Promise<void> {
  await article(page)
    .getByText(`Paragraph ${paragraph} says`)
    .evaluate(async element => {
      const box = element.closest('main')!.querySelector(':scope > [tabindex="0"]')!
      box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top - 50
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
}

/** Returns the distance of a paragraph from the top of the part that scrolls, in pixels. */
export const distanceOf = (page: Page, paragraph: number): Promise<number> =>
  article(page)
    .getByText(`Paragraph ${paragraph} says`)
    .evaluate(element => {
      const box = element.closest('main')!.querySelector(':scope > [tabindex="0"]')!
      return Math.round(element.getBoundingClientRect().top - box.getBoundingClientRect().top)
    })
