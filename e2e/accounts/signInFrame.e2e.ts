import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  startEnvironment,
  waitForIdle,
  type TestEnvironment,
} from '../support/testEnvironment.ts'

let env: TestEnvironment
/** Another site. Its page sends a message to its opener, and its page /asking queries our frame. */
let otherSite: Server
beforeAll(async () => {
  env = await startEnvironment()
  const forgingPage = `<script>
    opener.postMessage({ eventName: 'token', has_account: true, logged_in: true, token: 'stolen', nonce: '' }, '*')
  </script>`
  const askingPage = `<script>
    var ask, opened, received = []
    addEventListener('message', ({ data }) => received.push(data))
    const question = { hello: true, nonce: 'n', state: 's'.repeat(20), code_challenge: 'c'.repeat(43) }
    const frame = document.createElement('iframe')
    frame.src = '${env.app.origin}/accounts/frame'
    document.documentElement.append(frame)
    document.onclick = () => (opened = open('${env.app.origin}/accounts/frame'))
    ask = () => [frame.contentWindow, opened].forEach(there => there.postMessage(question, '*'))
  </script>`
  otherSite = createServer(({ url }, response) =>
    response.setHeader('content-type', 'text/html').end(url === '/asking' ? askingPage : forgingPage),
  )
  await new Promise<void>(done => otherSite.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  await env.close()
  otherSite.close()
})

const readStorage = (page: Page) => page.evaluate(() => ({ ...localStorage }))

test('ACC-03 the public header shows the sign-in state of the sign-in site, and its button opens the product', async () => {
  const page = await env.open(null, '/c/nobody')
  await page.getByRole('button', { name: 'Sign up' }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).waitFor()
  await expectAccessible(page)

  // The user has an account on the sign-in site and has not used the product.
  const response = await page.context().request.post('/api/auth/sign-up/email', {
    headers: { origin: env.app.origin },
    data: { name: 'Nell', email: 'nell@example.org', password: 'correct horse' },
  })
  expect(response.status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Get Started' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Recent links').waitFor()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/c/nobody')
  await page.getByRole('button', { name: 'Go to Dashboard' }).waitFor()
  expect(await page.getByRole('button', { name: 'Sign up' }).count()).toBe(0)
  // The body of a private page agrees with the header.
  await page.getByRole('main').getByRole('button', { name: 'Open with your account' }).waitFor()
  expect(await page.getByRole('button', { name: 'Log in' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Go to Dashboard' }).click()
  await page.waitForURL('**/dashboard')
  await expect.poll(async () => (await readStorage(page)).token).toMatch(/^nms_/)
})

test('ACC-03 T06 the message has its four fields, and the page ignores messages of other senders', async () => {
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

  const forged = { eventName: 'token', has_account: true, logged_in: true, token: 'stolen', nonce: '' }
  await page.evaluate(message => postMessage(message, location.origin), forged)
  const { port } = otherSite.address() as AddressInfo
  const received = page.evaluate(() => new Promise(resolve => addEventListener('message', () => resolve(1))))
  await page.evaluate(address => void open(address), `http://127.0.0.1:${port}/`)
  await received
  await waitForIdle(page)
  expect(await page.getByRole('button', { name: 'Sign up' }).count()).toBe(1)
  expect(await readStorage(page)).not.toHaveProperty('token')
})

test('T07 the frame sends no message to another site that embeds or opens it while a user is signed in', async () => {
  const context = (await env.open(null, '/testR')).context()
  await context.request.post('/api/auth/sign-up/email', {
    headers: { origin: env.app.origin },
    data: { name: 'Olive', email: 'olive@example.org', password: 'correct horse' },
  })
  const page = await context.newPage()
  const { port } = otherSite.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/asking`)
  const opened = context.waitForEvent('page')
  await page.mouse.click(600, 600)
  const popup = await opened
  await Promise.all([waitForIdle(page), waitForIdle(popup)])
  await page.evaluate('ask()')
  await Promise.all([waitForIdle(page), waitForIdle(popup)])
  expect(await page.evaluate('received')).toEqual([])

  const { headers } = await fetch(`${env.app.origin}/accounts/frame`)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
})
