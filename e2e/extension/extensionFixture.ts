import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { type ExtensionBrowser, waitFor } from './extensionBrowser.ts'
import { startChromium } from './extensionChromium.ts'
import { startFirefox } from './extensionFirefox.ts'

/** The browsers in which the extension is tested. In Chromium, the test gives the hosts at install. */
export const extensionBrowsers = [
  { name: 'chromium', start: (): Promise<ExtensionBrowser> => startChromium(['*://*/*']) },
  { name: 'firefox', start: startFirefox },
] as const

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const writeArticle = (
  name: string,
) => `<!doctype html><html lang="en"><title>${name}</title><body style="padding-top:90px">
<meta name="description" content="How ${name} made Iceland warm">
<p id="words">The frame was small and precious, and <b>everything</b> around it was cut from the bog.</p>
<p><a id="link" href="/linked">A linked page</a> <img id="image" src="/picture.png" width="200" height="120" alt="A house"></p>`

/**
 * Builds the extension, and serves a site of articles for the tests of a file.
 * @param pages the pages that are no article, by their paths
 * @returns the site, whose origin is known in the tests
 */
export function useArticles(pages: Record<string, string> = {}): { readonly origin: string } {
  let site: Server | undefined
  let origin = ''
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, '../../scripts/building/buildExtension.mjs'),
    ])
    site = createServer(({ url = '/' }, response) => {
      const isPicture = url === '/picture.png'
      response.setHeader('content-type', isPicture ? 'image/png' : 'text/html; charset=utf-8')
      response.end(isPicture ? png : (pages[url] ?? writeArticle(decodeURIComponent(url.slice(1)))))
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => site?.once('listening', resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  afterAll(() => void site?.close())
  return {
    get origin() {
      return origin
    },
  }
}

/** Allows the extension all pages, where the test did not do so at install. */
export async function allowAllPages(browser: ExtensionBrowser): Promise<void> {
  const settings = await browser.openOwn('settings.html')
  const box = `document.querySelector('[type=checkbox]')`
  await waitFor(settings, `!!${box}`)
  if (!(await settings.evaluate<boolean>(`${box}.checked`))) await settings.click('[type=checkbox]')
  await waitFor(settings, `${box}.checked`)
  await settings.close()
}
