import { request as send } from 'node:http'
import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHostRewrite } from '../../http/pages/companyPages.ts'
import { readSiteConfig } from '../../configuration/siteConfig.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

const host = 'library.boats.example'
const libraryDomains = new Map<string, string>()

let app: TestApp
let ada: Person
let inner: string
let note: string
let elsewhere: string
beforeAll(async () => {
  app = await startApp({ libraryDomains })
  ada = await signIn(app, 'ada', 2)
  const folder = async (name: string, parent?: string) =>
    (await ada.call(createCollection, { name, parent }))._id
  const top = await folder('Wooden boats')
  inner = await folder('Hulls', top)
  elsewhere = await folder('Private')
  note = (await ada.call(saveLink, { name: 'A note', desc: 'Tar', category: 4, parent: inner }))._id
  libraryDomains.set(host, top)
})
afterAll(() => app.stop())

/** Requests a path of a host, with Ada's session in every form in which the server could read it. */
const ask = (path: string, { to = host, method = 'GET' } = {}) =>
  new Promise<{ status: number; text: string; cookies: unknown }>((resolve, reject) => {
    const headers = { host: to, authorization: `Bearer ${ada.token}`, cookie: `token=${ada.token}` }
    const { port } = new URL(app.origin)
    const request = send({ port, path, method, headers }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', part => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode!, text, cookies: response.headers['set-cookie'] }),
      )
    })
    request.on('error', reject).end()
  })

test('PLAN-07 a custom host shows its collection at its root, once the collection is public', async () => {
  expect(await ask('/')).toMatchObject({ status: 404, text: 'This library is being set up.' })
  await ada.call(setPermissions, { folder_id: libraryDomains.get(host)!, read: 3, write: 0 })
  const top = await ask('/')
  expect(top).toMatchObject({ status: 200, cookies: undefined })
  expect(top.text).toContain(`<link rel="canonical" href="http://${host}"`)
  expect(top.text).toContain(`href="/c/${inner}"`)
  expect(top.text).toContain(`href="/l/${note}"`)
  expect((await ask(`/c/${inner}`, { to: `${host.toUpperCase()}.:8443` })).text).toContain('Hulls</h1>')
  expect((await ask(`/l/${note}`)).text).toContain('Tar')
  expect((await ask('/?q=tar')).text).toContain('A note')
  expect((await ask('/sitemap.xml')).text).toContain(`<loc>http://${host}/c/${inner}</loc>`)
  expect((await ask('/robots.txt')).text).toContain(`Sitemap: http://${host}/sitemap.xml`)
  expect((await ask('/feed.xml')).text).toContain(`<link rel="self" href="http://${host}/feed.xml"/>`)
  for (const path of ['/', `/c/${inner}`, `/l/${note}`, '/feed.xml', '/sitemap.xml', '/none'])
    expect((await ask(path)).text).not.toMatch(/nestmark/i)
})

test('PLAN-07 it has nothing else of the server, also for the owner, and sets no cookie', async () => {
  const paths = ['/dashboard', '/login', '/accounts', '/accounts/frame', '/sw.js', '/api/docs', '/api/health']
  const others = [
    '/api/user-data',
    `/c/${elsewhere}`,
    `/library/${inner}`,
    '/library-of-host/',
    '//',
    '/s/x',
    '/f/x',
  ]
  for (const path of [...paths, ...others]) {
    const { status, text, cookies } = await ask(path)
    expect([path, status, text, cookies]).toEqual([path, 404, 'There is no such page.', undefined])
  }
  for (const path of ['/', '/api/user-data', '/api/auth/sign-in/email'])
    expect([path, (await ask(path, { method: 'POST' })).status]).toEqual([path, 404])
  expect((await ask('/pictures/none?p=token')).status).toBe(404)
  // A picture is sent as to a visitor: without the parameter that names a session.
  const rewrite = createHostRewrite(libraryDomains)
  expect(rewrite({ url: '/pictures/abc?p=token&w=160', headers: { host } })).toBe('/pictures/abc?w=160')
  expect(rewrite({ url: '/pictures/abc?p=token', headers: { host } })).toBe('/pictures/abc')
})

test('PLAN-07 other hosts do not reach it by its inner path, and a proxy can ask which hosts there are', async () => {
  const { host: own } = new URL(app.origin)
  expect((await ask('/library-of-host/', { to: own })).status).toBe(404)
  expect((await ask('/api/health', { to: own })).status).toBe(200)
  const knows = async (domain: string) =>
    (await ask(`/api/library-domain?domain=${domain}`, { to: own })).status
  expect([await knows(host), await knows('other.example'), await knows('')]).toEqual([200, 404, 404])
})

test('PLAN-07 LIBRARY_DOMAINS with a wrong entry ends the start with a sentence', () => {
  const read = (LIBRARY_DOMAINS: string) =>
    readSiteConfig({ LIBRARY_DOMAINS, PUBLIC_URL: 'https://links.example.org' }).libraryDomains
  expect([...read('a.example=x, b.example=y-_1')]).toEqual([
    ['a.example', 'x'],
    ['b.example', 'y-_1'],
  ])
  for (const wrong of ['a.example', 'A.example=x', 'https://a.example=x', 'links.example.org=x', 'a=x'])
    expect(() => read(wrong)).toThrow(`LIBRARY_DOMAINS contains "${wrong}"`)
  expect(() => read('a.example=x,a.example=y')).toThrow('twice')
})
