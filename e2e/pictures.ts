import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser, unpackBrowser } from './browser.ts'

/**
 * Takes the pictures of README and docs from a running, seeded server: `npm run seed`, `npm start`, then
 * `npm run screenshots`. ORIGIN names another server than http://127.0.0.1:3000.
 */
const origin = process.env.ORIGIN ?? 'http://127.0.0.1:3000'
const folder = join(import.meta.dirname, '../docs/pictures')

async function api(path: string, body: object, token = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const entry = await api('auth/sign-in/email', {
  email: 'ada@example.org',
  password: 'nest of twigs and eggs',
})
const token = entry.headers.get('set-auth-token')
if (!token) throw new Error('Nobody could sign in. Is the server running, and was it seeded?')
const found = await (
  await api('search-links-folders', { input: 'Turf & timber', type: 'collectionName' }, token)
).json()
const place = (found as { data: { folders: { _id: string }[] } }).data.folders[0]!._id

mkdirSync(folder, { recursive: true })
const done = await unpackBrowser()
const browser = await launchBrowser()
const shots = [
  { name: 'dashboard', path: '/dashboard', width: 1440, height: 900, theme: '0' },
  { name: 'collection-dark', path: `/c/${place}`, width: 1440, height: 900, theme: '1' },
  { name: 'search', path: '/search/?q=turf&type=link', width: 1440, height: 900, theme: '0' },
  { name: 'phone', path: '/dashboard', width: 390, height: 844, theme: '0' },
]
for (const { name, path, width, height, theme } of shots) {
  const context = await browser.newContext({ viewport: { width, height } })
  await context.addInitScript(
    ([kept, scheme]) => {
      localStorage.setItem('token', kept!)
      localStorage.setItem('theme', scheme!)
    },
    [token, theme],
  )
  const page = await context.newPage()
  await page.goto(origin + path)
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  // What lay under that button is not pointed at.
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
done()
console.log(`Pictures are in ${folder}.`)
