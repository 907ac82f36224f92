import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { acquirePage } from '../support/pagePool.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

const acquire = async (token?: string) =>
  acquirePage(
    await sharedBrowser(),
    {
      baseURL: env.app.origin,
      // No other test uses this time zone, so the pool contains no page of another test.
      timezoneId: 'Atlantic/Reykjavik',
      viewport: { width: 777, height: 555 },
      colorScheme: 'light',
      serviceWorkers: 'block',
    },
    token,
    false,
  )

test('a reused page has no state of the previous test', async () => {
  const first = await acquire('first token')
  const token = () => first.page.evaluate(() => localStorage.getItem('token'))
  await first.page.goto('/testR')
  expect(await token()).toBe('first token')
  await first.page.goto('/icon.svg')
  await first.page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  const readState = () =>
    first.page.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookie: document.cookie,
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
      previousEntries: history.length - 1,
      width: innerWidth,
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      online: navigator.onLine,
      clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    }))
  const seenRequests: string[] = []
  first.page.on('request', request => seenRequests.push(request.url()))
  await first.page.evaluate(async () => {
    localStorage.setItem('stored', '1')
    sessionStorage.setItem('stored', '1')
    document.cookie = 'stored=1'
    await caches.open('stored')
    history.pushState({}, '', '/elsewhere')
    await new Promise(done => (indexedDB.open('stored').onsuccess = done))
  })
  await first.page.setViewportSize({ width: 400, height: 400 })
  await first.page.emulateMedia({ colorScheme: 'dark' })
  await first.context.clearPermissions()
  await first.page.route('**/icon.svg', route => route.abort())
  await first.context.newPage()
  await first.context.setOffline(true)
  expect(await readState()).toEqual({
    local: { stored: '1' },
    session: { stored: '1' },
    cookie: 'stored=1',
    databases: ['stored'],
    caches: ['stored'],
    previousEntries: 3,
    width: 400,
    dark: true,
    online: false,
    clipboard: 'prompt',
  })
  await first.release(true)
  seenRequests.length = 0

  const second = await acquire()
  expect(second.page).toBe(first.page)
  await second.page.goto('/icon.svg')
  expect(await readState()).toEqual({
    local: {},
    session: {},
    cookie: '',
    databases: [],
    caches: [],
    previousEntries: 0,
    width: 777,
    dark: false,
    online: true,
    clipboard: 'granted',
  })
  expect(second.context.pages()).toEqual([second.page])
  expect(seenRequests).toEqual([])
  await second.page.goto('/testR')
  expect(await token()).toBeNull()
  await second.release(true)
})

test('closes a page whose clock a test installed or whose test failed', async () => {
  const first = await acquire()
  await first.page.clock.install()
  await first.release(true)
  const second = await acquire()
  expect([first.page.isClosed(), second.page === first.page]).toEqual([true, false])
  await second.release(false)
  const third = await acquire()
  expect([second.page.isClosed(), third.page === second.page]).toEqual([true, false])
  await third.release(true)
})
