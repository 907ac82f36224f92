import type { Page } from 'playwright-core'

/** The option of a page that has the service worker. */
export const withWorker = { context: { serviceWorkers: 'allow' as const } }

/** Waits until the service worker controls the page and has filled its cache. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise(done => navigator.serviceWorker.addEventListener('controllerchange', done))
  })
}
