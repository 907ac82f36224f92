import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { saveLink } from '@nestmark/contract/links/links'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { waitForWorker, withWorker } from '../support/serviceWorker.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person

beforeAll(async () => {
  ada = await env.signIn('ada')
  await ada.call(saveLink, { link: 'example.org/private', name: 'A private link', category: 3 })
})

const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname)
    return { names: await caches.keys(), paths }
  })

test('SAVE-16 the manifest contains the display mode, the icons and /add-link/ as share target', async () => {
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

test('SAVE-16 F25 the app shell opens offline with a message, the cache has no private data, and the page reloads data online', async () => {
  const page = await env.open(ada, '/dashboard', withWorker)
  await page.getByText('A private link').first().waitFor()
  await waitForWorker(page)
  await page.reload()
  await page.getByText('A private link').first().waitFor()
  const { paths } = await readCaches(page)
  expect(paths).toContain('/dashboard')
  expect(
    paths.filter(
      path =>
        !/^\/(assets\/[\w.~-]+\.(js|css|woff2)|theme\.js|icon\.svg|manifest\.webmanifest|dashboard)$/.test(
          path,
        ),
    ),
  ).toEqual([])
  const texts = await page.evaluate(async () => await (await caches.match('/dashboard'))!.text())
  expect(texts).not.toContain('A private link')

  await page.context().setOffline(true)
  await page.goto('/dashboard')
  await page.getByText('You are offline.').first().waitFor()
  await page.goto(`/add-link/?type=3&data=${encodeURIComponent('https://example.org/later')}`)
  await page.getByText('You are offline.').first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toBe(
    'https://example.org/later',
  )
  // The message is above the form and does not cover it, also on the phone.
  const measure = async (locator: Locator) => (await locator.boundingBox())!
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const bar = await measure(page.getByRole('region', { name: 'Connection' }))
    expect(bar.y).toBe(0)
    expect((await measure(page.getByText('Add Link', { exact: true }).first())).y).toBeGreaterThanOrEqual(
      bar.y + bar.height,
    )
  }
  await page.getByRole('textbox', { name: 'Title' }).fill('For later')
  // The form did not fetch metadata, so it reports no failure.
  expect(await page.getByText('No preview').count()).toBe(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved offline').waitFor()
  await page.goto('/dashboard')
  await page.getByText('You are offline.').first().waitFor()
  await page.context().setOffline(false)
  await page.getByText('You are offline.').first().waitFor({ state: 'detached' })
  await page.getByText('A private link').first().waitFor()
  await page.getByRole('article').filter({ hasText: 'For later' }).waitFor()
})

/** Starts a proxy for the server. After `deploy`, it responds with the page and the service worker of a new build. */
async function startDeployProxy() {
  let isDeployed = false
  const sendChanged = async (upstream: IncomingMessage, response: ServerResponse) => {
    const text = (await upstream.setEncoding('utf8').toArray())
      .join('')
      .replace('<title>', '<meta name="build" content="assets/app-next.js"><title>')
      .replace(/"version":"[^"]+","entry":"[^"]+"/, '"version":"next","entry":"assets/app-next.js"')
    const { 'content-length': _, ...headers } = upstream.headers
    response.writeHead(upstream.statusCode!, headers).end(text)
  }
  const server = createServer((incoming, response) => {
    // A new build has different files, so no response may be 304.
    delete incoming.headers['if-none-match']
    delete incoming.headers['if-modified-since']
    // The proxy changes responses, so they must not be compressed.
    delete incoming.headers['accept-encoding']
    const outgoing = request(
      env.app.origin + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      upstream => {
        const isPage = upstream.headers['content-type']?.startsWith('text/html')
        if (isDeployed && (isPage || incoming.url === '/sw.js')) return void sendChanged(upstream, response)
        response.writeHead(upstream.statusCode!, upstream.headers)
        upstream.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => (isDeployed = true),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('SAVE-16 F25 the next visit opens a new build although the old one is cached, and an open page reports it', async () => {
  const proxy = await startDeployProxy()
  const page = await env.open(ada, '/help', withWorker)
  const countNewBuild = () => page.locator('meta[name=build]').count()
  await page.goto(`${proxy.origin}/dashboard`)
  await page.getByText('A private link').first().waitFor()
  await waitForWorker(page)
  const before = (await readCaches(page)).names
  proxy.deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await page.getByText('A new version of Nestmark is available').waitFor()
  expect((await readCaches(page)).names.sort()).toEqual([...before, 'shell-next'].sort())
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(countNewBuild).toBe(1)
  await page.getByText('A private link').first().waitFor()
  // Without the server, the cached new build opens.
  proxy.close()
  await page.goto(`${proxy.origin}/dashboard`)
  await page.getByText('Can’t reach Nestmark.').first().waitFor()
  expect(await countNewBuild()).toBe(1)
})
