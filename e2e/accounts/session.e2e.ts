import { logout } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findHeading } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { useEnvironment, waitForIdle, waitForResponse } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
})

const day = 86_400_000
/** Polls the address, because `waitForURL` fails when a redirect aborts a navigation. */
const waitForSignIn = (page: Page) =>
  expect.poll(() => page.url()).toMatch(/\/accounts\/login\?from=nestmark&/)
const readStorage = (page: Page) => page.evaluate(() => ({ ...localStorage }))

/** Opens a page with stored items. Unlike the token of `env.open`, they are not written again on every page. */
async function openWith(items: Record<string, string>, path: string): Promise<Page> {
  const page = await env.open(null, '/testR')
  await page.evaluate(entries => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, items)
  // A page that redirects to the sign-in immediately does not finish loading.
  await page.goto(path, { waitUntil: 'commit' })
  return page
}

describe('ACC routes and tokens', () => {
  test('ACC-06 every page that needs a session redirects visitors, except /c/{id} and /l/{id}', async () => {
    const page = await env.open(null, '/testR')
    const protectedPaths = [
      'duplicates',
      'broken',
      'dashboard',
      'tags',
      'my-profile',
      'favourites',
      'search/?q=a&type=tag',
      'add-link/?type=3',
      'close-tab/',
      'shared',
      'notifications',
      'settings',
      'highlights',
      'suggestions',
      'trash',
      'collections',
    ]
    for (const path of protectedPaths) {
      await page.goto(`/${path}`)
      await waitForSignIn(page)
    }
    for (const path of ['/c/nothing', '/l/nothing']) {
      await page.goto(path)
      await page.getByRole('button', { name: 'Sign up' }).waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })

  test("ACC-07 'Token Expired!' or 'undefined' as token clears storage and opens the login, except on a collection page", async () => {
    const stored = { me_id: 'x', email: 'a@example.org', user: '{}', theme: '1' }
    for (const token of ['Token Expired!', 'undefined'])
      for (const path of ['/dashboard', '/l/nothing', '/no/such/page']) {
        const page = await openWith({ ...stored, token }, path)
        await waitForSignIn(page)
        // The settings of the device remain.
        await expect.poll(() => readStorage(page).then(Object.keys, () => null)).toEqual(['theme'])
        await page.close()
      }
    const page = await openWith({ ...stored, token: 'undefined' }, '/c/nothing')
    await page.getByRole('button', { name: 'Sign up' }).waitFor()
    await expect.poll(async () => Object.keys(await readStorage(page))).toEqual(['theme'])
    await waitForIdle(page)
    expect(new URL(page.url()).pathname).toBe('/c/nothing')
  })

  test('ACC-10 the body has a class while a user is signed in', async () => {
    const isMarked = (page: Page) => page.evaluate(() => document.body.classList.contains('logged-in'))
    const page = await openWith({ token: ada.token }, '/dashboard')
    await page.getByText('Recent links').waitFor()
    expect(await isMarked(page)).toBe(true)
    // The user logs out in another tab.
    const other = await page.context().newPage()
    await other.goto('/testR')
    await other.evaluate(() => localStorage.removeItem('token'))
    await expect.poll(() => isMarked(page).catch(() => false)).toBe(false)
    const visitor = await env.open(null, '/c/nothing')
    await visitor.getByRole('button', { name: 'Sign up' }).waitFor()
    expect(await isMarked(visitor)).toBe(false)
  })
})

/** Holds the other calls until the user data is answered: the first refused call opens the login. */
async function answerUserDataFirst(page: Page): Promise<void> {
  const answered = page.waitForResponse('**/api/user-data')
  await page.route(/\/api\/(?!user-data)/, route =>
    answered.then(() => route.continue()).catch(() => undefined),
  )
}

describe('ACC sessions that end', () => {
  test('ACC-09 ACC-08 an expired token shows a toast, clears storage and opens the login; a collection page stays open', async () => {
    const bea = await env.signIn('bea')
    const created = await addCollection(bea, 'Attic')
    const page = await openWith({ token: bea.token }, '/dashboard')
    await page.getByText('Recent links').waitFor()
    // A stream that begins with the expired token would show the toast before the reload.
    await waitForResponse(page, /\/api\/events/)
    // A separate browser profile, because the tabs of one profile share their storage.
    const collection = await openWith({ token: bea.token }, `/c/${created}`)
    await findHeading(collection, 'Attic').waitFor()
    // Its event stream can end before the reload, which also shows the toast.
    const toastOnCollection = collection.getByText('Token Expired. Please Login Again.').waitFor()
    env.app.clock.now += 15 * day
    try {
      const answers: number[] = []
      page.on('response', response => {
        if (response.url().endsWith('/api/user-data')) answers.push(response.status())
      })
      // The toast shows briefly. The redirect to the sign-in is delayed until the test has seen it.
      const toast = page.getByText('Token Expired. Please Login Again.').waitFor()
      await page.route('**/accounts/login**', route => toast.then(() => route.continue()))
      await answerUserDataFirst(page)
      await page.reload({ waitUntil: 'commit' })
      await toast
      await waitForSignIn(page)
      expect(answers).toContain(203)
      await expect.poll(() => readStorage(page)).toEqual({})

      await collection.clock.install()
      await collection.reload({ waitUntil: 'commit' })
      await toastOnCollection
      await collection.getByRole('button', { name: 'Sign up' }).waitFor()
      // Other pages redirect to the sign-in within this time.
      await collection.clock.runFor(10_000)
      await waitForIdle(collection)
      expect(new URL(collection.url()).pathname).toBe(`/c/${created}`)
      expect(await collection.getByText('Attic').count()).toBe(0)
      await expect.poll(() => readStorage(collection)).toEqual({})
    } finally {
      env.app.clock.now -= 15 * day
    }
  })

  test('ACC-08 a 401 for the user data logs out, a 200 fills the profile', async () => {
    const cleo = await env.signIn('cleo')
    const page = await openWith({ token: cleo.token }, '/dashboard')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByText(cleo.email).waitFor()
    // The session ends while no page of the product is open, so no page is notified.
    await page.goto('/testR')
    await cleo.call(logout, {})
    const userData = page.waitForResponse('**/api/user-data')
    await answerUserDataFirst(page)
    await page.goto('/dashboard')
    expect((await userData).status()).toBe(401)
    await waitForSignIn(page)
    await expect.poll(() => readStorage(page)).toEqual({})
  })
})
