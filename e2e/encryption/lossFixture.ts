import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page, Route } from 'playwright-core'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { launchOnProfile, type ProfileBrowser } from '../support/browser.ts'
import type { TestEnvironment } from '../support/testEnvironment.ts'

/** Opens a page and loses it at one of its calls. The next page has what the browser has saved. */
export interface Loss {
  /** Whether all that the page has saved remains. A killed browser loses the last seconds. */
  keepsStorage: boolean
  open(): Promise<Page>
  lose(page: Page, route: Route): Promise<void>
  end(): Promise<void>
}

/** Closes the page. The browser continues to run. */
export function closingPage(env: TestEnvironment, user: Person): Loss {
  let context: BrowserContext | undefined
  return {
    keepsStorage: true,
    async open() {
      if (context) return context.newPage()
      const first = await env.open(user, '/dashboard')
      context = first.context()
      return first
    },
    async lose(page, route) {
      // The browser sends a held request when its page is closed.
      await route.abort()
      await page.close()
    },
    end: async () => undefined,
  }
}

/** Kills the browser. What it has not written to its profile is lost. */
export function killingBrowser(env: TestEnvironment, user: Person): Loss {
  const profile = mkdtempSync(join(tmpdir(), 'nestmark-profile-'))
  let browser: ProfileBrowser | undefined
  return {
    keepsStorage: false,
    async open() {
      browser = await launchOnProfile(profile, {
        baseURL: env.app.origin,
        viewport: { width: 1440, height: 1024 },
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
      })
      await browser.context.addInitScript(token => {
        localStorage.setItem('token', token)
        document.cookie = 'cookie_consent=1; path=/'
      }, user.token)
      const first = await browser.context.newPage()
      await first.goto('/dashboard')
      return first
    },
    lose: async () => browser?.kill(),
    async end() {
      await browser?.context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
