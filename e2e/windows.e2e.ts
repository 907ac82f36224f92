import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { lendPage } from './windows.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const lend = async (token?: string) =>
  lendPage(
    await sharedBrowser(),
    {
      baseURL: world.app.origin,
      // Nobody else has a window of this size.
      viewport: { width: 777, height: 555 },
      colorScheme: 'light',
      serviceWorkers: 'block',
    },
    token,
    false,
  )

test('a page that is lent again keeps nothing of the test before', async () => {
  const first = await lend('of one')
  const token = () => first.page.evaluate(() => localStorage.getItem('token'))
  await first.page.goto('/testR')
  expect(await token()).toBe('of one')
  await first.page.goto('/icon.svg')
  await first.page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  const held = () =>
    first.page.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookie: document.cookie,
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
      before: history.length - 1,
      width: innerWidth,
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      online: navigator.onLine,
      clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    }))
  const requests: string[] = []
  first.page.on('request', request => requests.push(request.url()))
  await first.page.evaluate(async () => {
    localStorage.setItem('kept', '1')
    sessionStorage.setItem('kept', '1')
    document.cookie = 'kept=1'
    await caches.open('kept')
    history.pushState({}, '', '/elsewhere')
    await new Promise(done => (indexedDB.open('kept').onsuccess = done))
  })
  await first.page.setViewportSize({ width: 400, height: 400 })
  await first.page.emulateMedia({ colorScheme: 'dark' })
  await first.context.clearPermissions()
  await first.page.route('**/icon.svg', route => route.abort())
  await first.context.newPage()
  await first.context.setOffline(true)
  expect(await held()).toEqual({
    local: { kept: '1' },
    session: { kept: '1' },
    cookie: 'kept=1',
    databases: ['kept'],
    caches: ['kept'],
    before: 3,
    width: 400,
    dark: true,
    online: false,
    clipboard: 'prompt',
  })
  await first.end(true)
  requests.length = 0

  const second = await lend()
  expect(second.page).toBe(first.page)
  await second.page.goto('/icon.svg')
  expect(await held()).toEqual({
    local: {},
    session: {},
    cookie: '',
    databases: [],
    caches: [],
    before: 0,
    width: 777,
    dark: false,
    online: true,
    clipboard: 'granted',
  })
  expect(second.context.pages()).toEqual([second.page])
  expect(requests).toEqual([])
  await second.page.goto('/testR')
  expect(await token()).toBeNull()
  await second.end(true)
})

test('a page whose clock was moved, or whose test failed, is not lent again', async () => {
  const first = await lend()
  await first.page.clock.install()
  await first.end(true)
  const second = await lend()
  expect([first.page.isClosed(), second.page === first.page]).toEqual([true, false])
  await second.end(false)
  const third = await lend()
  expect([second.page.isClosed(), third.page === second.page]).toEqual([true, false])
  await third.end(true)
})
