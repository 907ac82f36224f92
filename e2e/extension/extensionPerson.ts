import type { Person } from '../../apps/server/src/test/support/people.ts'
import { type ExtensionBrowser, fill, press, type Tab, waitFor } from './extensionBrowser.ts'

/** Signs a person in, in a tab of the browser with the extension. */
export async function signIn(browser: ExtensionBrowser, server: string, person: Person): Promise<void> {
  const tab = await browser.openWeb(`${server}/testR`)
  await tab.evaluate(`localStorage.setItem('token', ${JSON.stringify(person.token)})`)
  await tab.close()
}

/** Connects the extension as a person does: address, permission, one click on the page of the server. */
export async function connect(browser: ExtensionBrowser, server: string): Promise<void> {
  const settings = await browser.openOwn('settings.html')
  await fill(settings, 'Address of your server', server)
  await waitFor(settings, `!document.querySelector('button.primary').disabled`)
  await settings.click('button.primary')
  const page = await browser.findTab(`${server}/connect-extension`)
  await press(page, 'Connect')
  const done = await browser.openOwn('settings.html')
  // The one before may have ended.
  await waitFor(done, `${askStatus}.then(({ data }) => data.connection?.isEnded === false)`)
  await done.close()
}

/** Asks the background for the connection and the queue. */
export const askStatus = `(globalThis.browser ?? chrome).runtime.sendMessage({ kind: 'status' })`

/** Asks for the text and the colour of the badge, and for the title of the button, as they are for all tabs. */
export const askBadge = `(async ({ action }) => [await action.getBadgeText({}), [...await action.getBadgeBackgroundColor({})], await action.getTitle({})])(globalThis.browser ?? chrome)`
export const greyBadge = [99, 112, 110, 255]

/** Opens the popup for a tab. It stays open: a busy machine may look at its last words only after the time that they are shown. */
export async function openPopup(browser: ExtensionBrowser, tab: Tab): Promise<Tab> {
  const popup = await browser.openOwn(`popup.html?tab=${tab.id}`)
  await popup.evaluate(`void (window.close = () => undefined)`)
  await waitFor(popup, `!!document.querySelector('form,.message')`)
  return popup
}

export const textOf = `document.body.innerText`
