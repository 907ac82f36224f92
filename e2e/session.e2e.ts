import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFolder } from '@nestmark/contract/collections'
import { favLink, saveLink } from '@nestmark/contract/links'
import { getUserData, logout } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { expectAccessible, startEnvironment, waitForIdle, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
/** A site of somebody else, which talks to the page that opened it, and at /asking to our frame. */
let stranger: Server
beforeAll(async () => {
  env = await startEnvironment()
  ada = await env.signIn('ada')
  const lying = `<script>
    opener.postMessage({ eventName: 'token', has_account: true, logged_in: true, token: 'stolen', nonce: '' }, '*')
  </script>`
  const asking = `<script>
    var ask, opened, heard = []
    addEventListener('message', ({ data }) => heard.push(data))
    const question = { hello: true, nonce: 'n', state: 's'.repeat(20), code_challenge: 'c'.repeat(43) }
    const frame = document.createElement('iframe')
    frame.src = '${env.app.origin}/accounts/frame'
    document.documentElement.append(frame)
    document.onclick = () => (opened = open('${env.app.origin}/accounts/frame'))
    ask = () => [frame.contentWindow, opened].forEach(there => there.postMessage(question, '*'))
  </script>`
  stranger = createServer(({ url }, response) =>
    response.setHeader('content-type', 'text/html').end(url === '/asking' ? asking : lying),
  )
  await new Promise<void>(done => stranger.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  await env.close()
  stranger.close()
})

const day = 86_400_000
/** Asks for the address itself: one page leads to the next before it is there, and to wait for a page that is given up fails. */
const atSignIn = (page: Page) => expect.poll(() => page.url()).toMatch(/\/accounts\/login\?from=nestmark&/)
const storage = (page: Page) => page.evaluate(() => ({ ...localStorage }))

/** Storage as a browser has it that was used; unlike the world's own way it is not written again on every page. */
async function openWith(items: Record<string, string>, path: string): Promise<Page> {
  const page = await env.open(null, '/testR')
  await page.evaluate(given => {
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value)
  }, items)
  // A page that leaves for the sign-in at once would end the wait for the whole of it.
  await page.goto(path, { waitUntil: 'commit' })
  return page
}

describe('ACC-03 the frame of the sign-in site', () => {
  test('ACC-03 the public header shows who is signed in there, and goes to the product with its token', async () => {
    const page = await env.open(null, '/c/nobody')
    await page.getByRole('button', { name: 'Sign up' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).waitFor()
    await expectAccessible(page)

    // Registered at the sign-in site alone: the product knows nothing of the person yet.
    const made = await page.context().request.post('/api/auth/sign-up/email', {
      headers: { origin: env.app.origin },
      data: { name: 'Nell', email: 'nell@example.org', password: 'correct horse' },
    })
    expect(made.status()).toBe(200)
    await page.reload()
    await page.getByRole('button', { name: 'Get Started' }).click()
    await page.waitForURL('**/dashboard')
    await page.getByText('Recent links').waitFor()

    await page.evaluate(() => localStorage.clear())
    await page.goto('/c/nobody')
    await page.getByRole('button', { name: 'Go to Dashboard' }).waitFor()
    expect(await page.getByRole('button', { name: 'Sign up' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Go to Dashboard' }).click()
    await page.waitForURL('**/dashboard')
    await expect.poll(async () => (await storage(page)).token).toMatch(/^nms_/)
  })

  test('ACC-03 T06 the message has its four fields, and only the frame of the sign-in site is believed', async () => {
    const page = await env.open(null, '/c/nobody')
    await page.getByRole('button', { name: 'Sign up' }).waitFor()
    const message = await page.evaluate(
      () =>
        new Promise<object>(resolve => {
          const frame = document.createElement('iframe')
          frame.src = '/accounts/frame'
          addEventListener('message', event => {
            if (event.source === frame.contentWindow) resolve(event.data as object)
          })
          frame.addEventListener('load', () =>
            frame.contentWindow!.postMessage(
              { hello: true, nonce: 'n', state: 's'.repeat(20), code_challenge: 'c'.repeat(43) },
              location.origin,
            ),
          )
          document.body.append(frame)
        }),
    )
    expect(message).toEqual({
      eventName: 'token',
      has_account: false,
      logged_in: false,
      token: '',
      nonce: 'n',
    })

    const lie = { eventName: 'token', has_account: true, logged_in: true, token: 'stolen', nonce: '' }
    await page.evaluate(said => postMessage(said, location.origin), lie)
    const { port } = stranger.address() as AddressInfo
    const heard = page.evaluate(() => new Promise(resolve => addEventListener('message', () => resolve(1))))
    await page.evaluate(address => void open(address), `http://127.0.0.1:${port}/`)
    await heard
    await waitForIdle(page)
    expect(await page.getByRole('button', { name: 'Sign up' }).count()).toBe(1)
    expect(await storage(page)).not.toHaveProperty('token')
  })

  test('T07 a page of somebody else that frames or opens it is told nothing, whoever is signed in', async () => {
    const context = (await env.open(null, '/testR')).context()
    await context.request.post('/api/auth/sign-up/email', {
      headers: { origin: env.app.origin },
      data: { name: 'Olive', email: 'olive@example.org', password: 'correct horse' },
    })
    const page = await context.newPage()
    const { port } = stranger.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/asking`)
    const opened = context.waitForEvent('page')
    await page.mouse.click(600, 600)
    const other = await opened
    await Promise.all([waitForIdle(page), waitForIdle(other)])
    await page.evaluate('ask()')
    await Promise.all([waitForIdle(page), waitForIdle(other)])
    expect(await page.evaluate('heard')).toEqual([])

    const { headers } = await fetch(`${env.app.origin}/accounts/frame`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })
})

describe('ACC routes and tokens', () => {
  test('ACC-06 every page of people who are signed in sends visitors away, /c/{id} and /l/{id} do not', async () => {
    const page = await env.open(null, '/testR')
    const closed = [
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
    for (const path of closed) {
      await page.goto(`/${path}`)
      await atSignIn(page)
    }
    for (const path of ['/c/nothing', '/l/nothing']) {
      await page.goto(path)
      await page.getByRole('button', { name: 'Sign up' }).waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })

  test("ACC-07 'Token Expired!' or 'undefined' for a token clears storage and goes to login, but not from a collection", async () => {
    const used = { me_id: 'x', email: 'a@example.org', user: '{}', theme: '1' }
    for (const token of ['Token Expired!', 'undefined'])
      for (const path of ['/dashboard', '/l/nothing', '/no/such/page']) {
        const page = await openWith({ ...used, token }, path)
        await atSignIn(page)
        // What belongs to the device stays.
        await expect.poll(() => storage(page).then(Object.keys, () => null)).toEqual(['theme'])
        await page.close()
      }
    const page = await openWith({ ...used, token: 'undefined' }, '/c/nothing')
    await page.getByRole('button', { name: 'Sign up' }).waitFor()
    await expect.poll(async () => Object.keys(await storage(page))).toEqual(['theme'])
    await waitForIdle(page)
    expect(new URL(page.url()).pathname).toBe('/c/nothing')
  })

  test('ACC-10 the body carries a marker while somebody is signed in', async () => {
    const marked = (page: Page) => page.evaluate(() => document.body.classList.contains('logged-in'))
    const page = await openWith({ token: ada.token }, '/dashboard')
    await page.getByText('Recent links').waitFor()
    expect(await marked(page)).toBe(true)
    // Signed out in another tab.
    const other = await page.context().newPage()
    await other.goto('/testR')
    await other.evaluate(() => localStorage.removeItem('token'))
    await expect.poll(() => marked(page).catch(() => false)).toBe(false)
    const visitor = await env.open(null, '/c/nothing')
    await visitor.getByRole('button', { name: 'Sign up' }).waitFor()
    expect(await marked(visitor)).toBe(false)
  })

  test('the storage holds token, person, favourites, views, breadcrumbs and the chain of collections', async () => {
    const top = await ada.call(createFolder, { name: 'Research' })
    const inner = await ada.call(createFolder, { name: 'Turf', parent: top._id })
    const link = await ada.call(saveLink, { name: 'A', link: 'https://example.org', category: 3 })
    await ada.call(favLink, { link_id: link._id, is_fav: 1 })
    const page = await openWith({ token: ada.token }, `/c/${inner._id}`)
    await page.getByRole('heading', { level: 1, name: 'Turf' }).waitFor()
    await page.getByRole('treeitem', { name: /Research/ }).waitFor()
    const me = await ada.call(getUserData, {})
    const read = (text = 'null') => JSON.parse(text) as unknown
    // Each is stored when its answer has arrived, which may be after the page shows the collection.
    await expect
      .poll(async () => {
        const { user, favourites, ...rest } = await storage(page)
        return { ...rest, user: read(user), favourites: read(favourites) }
      })
      .toMatchObject({
        token: ada.token,
        parent: ada.rootId,
        email: me.email,
        me_id: me.user_id,
        user: me,
        favourites: { links: [link._id], folders: [] },
      })
    await expect
      .poll(async () => {
        const { breadcrumbs, folder_chain: chain } = await page.evaluate(() => ({ ...sessionStorage }))
        return { breadcrumbs: read(breadcrumbs), chain: read(chain) }
      })
      .toMatchObject({
        breadcrumbs: [{ name: 'Research' }, { name: 'Turf' }],
        chain: { _id: ada.rootId },
      })

    // The stored chain draws the tree although the server does not answer this time.
    await page.route('**/api/get-folder-chain', route => route.abort().catch(() => undefined))
    await page.reload()
    await page.getByRole('treeitem', { name: /Research/ }).waitFor()
  })
})

describe('ACC sessions that end', () => {
  test('ACC-09 ACC-08 an expired token is told, clears storage and goes to login; a collection stays open', async () => {
    const bea = await env.signIn('bea')
    const place = await bea.call(createFolder, { name: 'Private place' })
    const page = await openWith({ token: bea.token }, '/dashboard')
    await page.getByText('Recent links').waitFor()
    // A browser of its own: what one tab clears is gone for the others too.
    const collection = await openWith({ token: bea.token }, `/c/${place._id}`)
    await collection.getByRole('heading', { level: 1, name: 'Private place' }).waitFor()
    // Its stream of events may end, and tell it, before it is loaded again.
    const toldThere = collection.getByText('Token Expired. Please Login Again.').waitFor()
    env.app.clock.now += 15 * day
    try {
      const answers: number[] = []
      page.on('response', response => {
        if (response.url().endsWith('/api/user-data')) answers.push(response.status())
      })
      // It stands for a moment only. Here the page does not leave for the sign-in before it was read.
      const told = page.getByText('Token Expired. Please Login Again.').waitFor()
      await page.route('**/accounts/login**', route => told.then(() => route.continue()))
      await page.reload({ waitUntil: 'commit' })
      await told
      await atSignIn(page)
      expect(answers).toContain(203)
      await expect.poll(() => storage(page)).toEqual({})

      await collection.clock.install()
      await collection.reload({ waitUntil: 'commit' })
      await toldThere
      await collection.getByRole('button', { name: 'Sign up' }).waitFor()
      // The time after which other pages leave for the sign-in.
      await collection.clock.runFor(10_000)
      await waitForIdle(collection)
      expect(new URL(collection.url()).pathname).toBe(`/c/${place._id}`)
      expect(await collection.getByText('Private place').count()).toBe(0)
      await expect.poll(() => storage(collection)).toEqual({})
    } finally {
      env.app.clock.now -= 15 * day
    }
  })

  test('ACC-08 401 for the person logs out, 200 fills the profile', async () => {
    const cleo = await env.signIn('cleo')
    const page = await openWith({ token: cleo.token }, '/dashboard')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByText(cleo.email).waitFor()
    // Ended elsewhere: the server has forgotten the token, and no page hears of it beforehand.
    await page.goto('/testR')
    await cleo.call(logout, {})
    const answered = page.waitForResponse('**/api/user-data')
    await page.goto('/dashboard')
    expect((await answered).status()).toBe(401)
    await atSignIn(page)
    await expect.poll(() => storage(page)).toEqual({})
  })
})
