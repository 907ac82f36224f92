import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser, unpackBrowser } from './support/browser.ts'

/**
 * Takes the screenshots of README and docs from a running server with sample data: `npm run seed`, `npm start`, then
 * `npm run screenshots`. ORIGIN selects a server other than http://127.0.0.1:3000.
 */
const origin = process.env.ORIGIN ?? 'http://127.0.0.1:3000'
const folder = join(import.meta.dirname, '../docs/pictures')

async function callApi(path: string, body: object, token = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const signIn = await callApi('auth/sign-in/email', {
  email: 'ada@example.org',
  password: 'nest of twigs and eggs',
})
const token = signIn.headers.get('set-auth-token')
if (!token) throw new Error('Sign-in failed. Start the server and run `npm run seed`.')
// Hides the panel for new users, which is not a subject of the pictures.
await callApi('update-announcements', { announcement: 'first-run' }, token)
const results = await (
  await callApi('search-links-folders', { input: 'Turf & timber', type: 'collectionName' }, token)
).json()
const collectionId = (results as { data: { folders: { _id: string }[] } }).data.folders[0]!._id

mkdirSync(folder, { recursive: true })
const deleteBrowser = await unpackBrowser()
const browser = await launchBrowser()
const screenshots = [
  { name: 'dashboard', path: '/dashboard', width: 1440, height: 900, theme: '0' },
  { name: 'collection-dark', path: `/c/${collectionId}`, width: 1440, height: 900, theme: '1' },
  { name: 'search', path: '/search/?q=turf&type=link', width: 1440, height: 900, theme: '0' },
  { name: 'phone', path: '/dashboard', width: 390, height: 844, theme: '0' },
]
for (const { name, path, width, height, theme } of screenshots) {
  const context = await browser.newContext({ viewport: { width, height } })
  await context.addInitScript(
    ([value, scheme]) => {
      localStorage.setItem('token', value!)
      localStorage.setItem('theme', scheme!)
    },
    [token, theme],
  )
  const page = await context.newPage()
  await page.goto(origin + path)
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  // Otherwise the element below that button has its hover state.
  await page.mouse.move(0, 0)
  await page.getByRole('article').first().waitFor()
  // The event stream stays open, so the network is never idle.
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && [...document.images].every(image => image.complete),
  )
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await context.close()
}
await browser.close()
deleteBrowser()
console.log(`The screenshots are in ${folder}.`)
