import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { saveLink } from '@nestmark/contract/links'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
const withWorker = { context: { serviceWorkers: 'allow' as const } }

beforeAll(async () => {
  env = await startEnvironment()
  ada = await env.signIn('ada')
  await ada.call(saveLink, { link: 'example.org/private', name: 'A private thing', category: 3 })
})
afterAll(() => env.close())

/** The worker watches over the page, and has kept what it keeps. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise(done => navigator.serviceWorker.addEventListener('controllerchange', done))
  })
}
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname)
    return { names: await caches.keys(), paths }
  })

test('SAVE-16 the manifest names the app, its icons and /add-link/ as the place to share to', async () => {
  const page = await env.open(null, '/help')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(address!)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as {
    display: string
    start_url: string
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
    share_target: { action: string; method: string; params: Record<string, string> }
  }
  expect(manifest).toMatchObject({
    display: 'standalone',
    start_url: '/dashboard',
    share_target: {
      action: '/add-link/app',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  })
  const sizes = manifest.icons.map(({ sizes: size, purpose }) => `${size} ${purpose ?? 'any'}`)
  expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
  for (const icon of manifest.icons) {
    const size = await page.evaluate(async src => {
      const image = new Image()
      image.src = src
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, icon.src)
    if (icon.sizes !== 'any') expect(size.join('x')).toBe(icon.sizes)
  }
})

test('SAVE-16 F25 the shell opens without a network and says so; nothing private is kept; back online it is read again', async () => {
  const page = await env.open(ada, '/dashboard', withWorker)
  await page.getByText('A private thing').first().waitFor()
  await waitForWorker(page)
  await page.reload()
  await page.getByText('A private thing').first().waitFor()
  const { paths } = await readCaches(page)
  expect(paths).toContain('/')
  expect(
    paths.filter(
      path => !/^\/(assets\/[\w.~-]+\.(js|css|woff2)|theme\.js|icon\.svg|manifest\.webmanifest|)$/.test(path),
    ),
  ).toEqual([])
  const texts = await page.evaluate(async () => await (await caches.match('/'))!.text())
  expect(texts).not.toContain('A private thing')

  await page.context().setOffline(true)
  await page.goto('/dashboard')
  await page.getByText('You are offline.').first().waitFor()
  await page.goto(`/add-link/?type=3&data=${encodeURIComponent('https://example.org/later')}`)
  await page.getByText('You are offline.').first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toBe(
    'https://example.org/later',
  )
  // What says so stands above the form, also on the phone, and covers nothing of it.
  const measure = async (of: Locator) => (await of.boundingBox())!
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const bar = await measure(page.getByRole('region', { name: 'Connection' }))
    expect(bar.y).toBe(0)
    expect((await measure(page.getByText('Add Link', { exact: true }).first())).y).toBeGreaterThanOrEqual(
      bar.y + bar.height,
    )
  }
  await page.getByRole('textbox', { name: 'Title' }).fill('For later')
  // The page was not asked for, so nothing is said of it.
  expect(await page.getByText('Not readable').count()).toBe(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Kept until the connection is back').waitFor()
  await page.goto('/dashboard')
  await page.getByText('You are offline.').first().waitFor()
  await page.context().setOffline(false)
  await page.getByText('You are offline.').first().waitFor({ state: 'detached' })
  await page.getByText('A private thing').first().waitFor()
  await page.getByRole('article').filter({ hasText: 'For later' }).waitFor()
})

/** Stands before the real server and, from `deploy` on, answers as the next build would: another page, another worker. */
async function startDeployProxy() {
  let next = false
  const changed = async (got: IncomingMessage, answer: ServerResponse) => {
    const text = (await got.setEncoding('utf8').toArray())
      .join('')
      .replace('<title>', '<meta name="build" content="assets/app-next.js"><title>')
      .replace(/"version":"[^"]+","entry":"[^"]+"/, '"version":"next","entry":"assets/app-next.js"')
    const { 'content-length': _, ...headers } = got.headers
    answer.writeHead(got.statusCode!, headers).end(text)
  }
  const server = createServer((asked, answer) => {
    // Another build has other files: nothing is 'not modified'.
    delete asked.headers['if-none-match']
    delete asked.headers['if-modified-since']
    // What is changed must not come packed.
    delete asked.headers['accept-encoding']
    const real = request(
      env.app.origin + asked.url,
      { method: asked.method, headers: asked.headers },
      got => {
        const page = got.headers['content-type']?.startsWith('text/html')
        if (next && (page || asked.url === '/sw.js')) return void changed(got, answer)
        answer.writeHead(got.statusCode!, got.headers)
        got.pipe(answer)
      },
    )
    real.on('error', () => answer.destroy())
    asked.pipe(real)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => (next = true),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('SAVE-16 F25 a new build is there at the next visit although the old one is kept, and an open page says so', async () => {
  const proxy = await startDeployProxy()
  const page = await env.open(ada, '/help', withWorker)
  const build = () => page.locator('meta[name=build]').count()
  await page.goto(`${proxy.origin}/dashboard`)
  await page.getByText('A private thing').first().waitFor()
  await waitForWorker(page)
  const before = (await readCaches(page)).names
  proxy.deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await page.getByText('A new version of Nestmark is here').waitFor()
  expect((await readCaches(page)).names.sort()).toEqual([...before, 'shell-next'].sort())
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect.poll(build).toBe(1)
  await page.getByText('A private thing').first().waitFor()
  // The server is gone: what opens is the newer one.
  proxy.close()
  await page.goto(`${proxy.origin}/dashboard`)
  await page.getByText('Nestmark cannot be reached.').first().waitFor()
  expect(await build()).toBe(1)
})
