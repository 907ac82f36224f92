import { get as httpGet } from 'node:http'
import * as contract from '@nestmark/contract/reading/copies'
import { createCollection } from '@nestmark/contract/collections'
import { deleteLinks, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { getStorage, getUserData } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { linksFilled, passToRetry } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

let app: TestApp
let site: TestServer
let ada: Person
let rosa: Person
const words = 'The heron stood in the shallow water and waited for the fish, as herons do. '.repeat(20)
const page = (inside = '') =>
  `<!doctype html><html lang="en"><title>Herons</title><article><p>${words}</p>${inside}</article>`
/** What the site answers, by path. */
let pages: Record<string, string | { status: number }> = {}

beforeAll(async () => {
  site = await serve((request, response) => {
    const found = pages[request.url ?? ''] ?? { status: 404 }
    if (typeof found === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(found)
    else response.writeHead(found.status).end()
  })
  app = await startApp({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
  ada = await signIn(app, 'ada', 2)
  rosa = await signIn(app, 'rosa', 2)
})
afterEach(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  pages = {}
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

let saved = 0
async function save(content: string | { status: number } = page(), more: object = {}) {
  const path = `/${++saved}`
  pages[path] = content
  const link = await ada.call(saveLink, {
    name: `Page ${saved}`,
    category: 3,
    link: site.origin + path,
    ...more,
  })
  return { id: link._id, path }
}
const read = (link_id: string, who = ada) => who.call(contract.getCopy, { link_id })
/** Returns the number of attempts that wait, once none is due. */
async function countLaterAttempts(id: string): Promise<number> {
  for (;;) {
    const jobs = await app.services.db.read
      .selectFrom('jobs')
      .select('run_after')
      .where('payload', 'like', `%${id}%`)
      .where('finished_at', 'is', null)
      .execute()
    if (jobs.every(job => job.run_after > app.clock.now)) return jobs.length
    await new Promise(go => setTimeout(go, 20))
  }
}

/** Waits until the copies of a link are in one of these states. */
async function settled(id: string, states: readonly string[] = ['kept', 'failed', 'off']) {
  for (;;) {
    const found = await read(id)
    if (states.includes(found.state)) return found
    await passToRetry(app, id)
    await new Promise(go => setTimeout(go, 20))
  }
}
async function keepAgain(id: string) {
  await ada.call(contract.archivePage, { link_id: id })
  // A job that was queued before, by a changed choice for example, ends with the same states.
  await countLaterAttempts(id)
  return settled(id)
}
/** Fetches an address, as a browser does. */
const open = (address: string | null, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done, fail) => {
    httpGet(`${app.origin}${address}`, { headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    }).on('error', fail)
  })

test('copies the page of a saved link from the same fetch, counts the copy, and serves it inert', async () => {
  pages['/robots.txt'] = 'User-agent: *\nAllow: /'
  const { id, path } = await save(page('<script>alert(1)</script><p onclick="x()">End</p>'))
  const found = await settled(id)
  expect(found).toMatchObject({ state: 'kept', fault: null, page: 'same', keep: null, keeps: 'full' })
  const [version] = found.versions
  expect(version).toMatchObject({
    number: 1,
    mode: 'full',
    kind: 'article',
    title: 'Herons',
    lang: 'en',
    dir: 'ltr',
  })
  expect(version!.words).toBeGreaterThan(280)
  expect(site.requests.filter(request => request.url === path)).toHaveLength(1)
  expect((await ada.call(getStorage, {})).storage_used).toBe(version!.size)

  for (const address of [version!.copy, version!.reader]) {
    const plain = await open(address)
    expect(plain.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
    })
    const html = plain.body.toString()
    expect(html).toContain('The heron stood')
    expect(html).not.toMatch(/alert|onclick/)
    const response = await open(address, { 'accept-encoding': 'gzip' })
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(response.body.length).toBe(Number(response.headers['content-length']))
  }
})

test('stores a version when the text has changed, three at most, and retains the copies of a deleted page', async () => {
  const { id, path } = await save()
  await settled(id)
  expect((await keepAgain(id)).versions).toHaveLength(1)
  // Only the text counts, not what surrounds it.
  pages[path] = page('<!-- another comment --><script>1</script>')
  expect(await keepAgain(id)).toMatchObject({ page: 'same', versions: [{ number: 1 }] })
  for (const at of [2, 3, 4, 5]) {
    pages[path] = page(`<p>Now it has sentence number ${at} too.</p>`)
    expect(await keepAgain(id)).toMatchObject({ page: 'changed', state: 'kept' })
  }
  expect((await read(id)).versions.map(version => version.number)).toEqual([5, 4, 3])
  pages[path] = { status: 410 }
  const missingPage = await keepAgain(id)
  expect(missingPage).toMatchObject({ page: 'gone', state: 'kept', fault: 'gone' })
  expect(missingPage.versions).toHaveLength(3)
  const dropped = await ada.call(contract.dropCopy, { link_id: id, number: 4 })
  expect(dropped.versions.map(version => version.number)).toEqual([5, 3])
  const none = await ada.call(contract.dropCopy, { link_id: id })
  expect(none).toMatchObject({ state: 'none', versions: [] })
})

test('S09 failures have reasons that reveal nothing about the network, and the job tries once more', async () => {
  const { id } = await save({ status: 403 })
  expect(await settled(id)).toMatchObject({ state: 'failed', fault: 'refused', versions: [] })
  // The second attempt waits for an hour.
  expect(await countLaterAttempts(id)).toBe(1)
  const blocked = await ada.call(saveLink, { name: 'x', category: 3, link: 'http://10.0.0.1/' })
  const closed = await ada.call(saveLink, { name: 'y', category: 3, link: 'http://nowhere.invalid/' })
  for (const link of [blocked, closed])
    expect(await settled(link._id)).toMatchObject({ state: 'failed', fault: 'noAnswer' })
  const { id: missing } = await save({ status: 404 })
  expect(await settled(missing)).toMatchObject({ state: 'failed', fault: 'gone' })
  expect(await countLaterAttempts(missing)).toBe(0)
})

test('the rules of a site apply to automatic copies, not to requested ones', async () => {
  const other = await serve((request, response) => {
    response.writeHead(200, { 'content-type': request.url === '/robots.txt' ? 'text/plain' : 'text/html' })
    response.end(request.url === '/robots.txt' ? 'User-agent: *\nDisallow: /private' : page())
  })
  const polite = await startApp({ copies: 'reader', fetchAllowPrivate: [other.hostPort] })
  const person = await signIn(polite, 'ada', 2)
  const { _id } = await person.call(saveLink, { name: 'x', category: 3, link: `${other.origin}/private` })
  const wait = async (state: string) => {
    for (;;) {
      const found = await person.call(contract.getCopy, { link_id: _id })
      if (found.state === state) return found
      await passToRetry(polite, _id)
      await new Promise(go => setTimeout(go, 20))
    }
  }
  expect(await wait('failed')).toMatchObject({ fault: 'robots', keeps: 'reader' })
  await person.call(contract.archivePage, { link_id: _id })
  expect(await wait('kept')).toMatchObject({ versions: [{ mode: 'reader', copy: null }] })
  await polite.stop()
  await other.close()
})

test('stores no copy where the owner chose so, for all links or for one', async () => {
  await ada.call(contract.updateKeepCopies, { keep_copies: 'never' })
  expect((await ada.call(getUserData, {})).keep_copies).toBe('never')
  const { id } = await save()
  await linksFilled(app)
  expect(await toOutcome(ada.call(contract.archivePage, { link_id: id }))).toBe('copies.off')
  expect(await ada.call(contract.updateLinkCopies, { link_id: id, keep: 'reader' })).toMatchObject({
    keep: 'reader',
    keeps: 'reader',
  })
  expect(await keepAgain(id)).toMatchObject({ versions: [{ mode: 'reader' }] })
  await ada.call(contract.updateKeepCopies, { keep_copies: 'full' })
  await ada.call(contract.updateLinkCopies, { link_id: id, keep: null })
  // The same content in another mode replaces the version.
  expect(await keepAgain(id)).toMatchObject({ page: 'same', versions: [{ number: 2, mode: 'full' }] })
  const note = await ada.call(saveLink, { name: 'n', desc: 'text', category: 4 })
  expect(await toOutcome(ada.call(contract.archivePage, { link_id: note._id }))).toBe('copies.noAddress')
})

test('saves a link with a separate choice', async () => {
  const { id: text } = await save(page(), { keep_copy: 'reader' })
  expect(await settled(text)).toMatchObject({ keep: 'reader', versions: [{ mode: 'reader' }] })
  const { id: none, path } = await save(page(), { keep_copy: 'never' })
  await linksFilled(app)
  expect(await read(none)).toMatchObject({ keep: 'never', keeps: 'never', versions: [] })
  expect(site.requests.filter(request => request.url === path)).toHaveLength(1)
})

test('Z07 Z13 members see copies while they are members, the public never', async () => {
  const folder = (await ada.call(createCollection, { name: 'Shared' }))._id
  const share = (read: 0 | 1 | 3, members: string[], removed: string[] = []) =>
    ada.call(setPermissions, {
      folder_id: folder,
      read,
      write: 0,
      read_members: members,
      read_members_remove: removed,
    })
  await share(1, [rosa.id])
  const { id } = await save(page(), { parent: folder })
  await settled(id)
  const { versions } = await read(id, rosa)
  const address = versions[0]!.copy
  expect((await open(address)).status).toBe(200)
  expect(await toOutcome(rosa.call(contract.archivePage, { link_id: id }))).toBe('links.readOnly')
  await share(3, [], [rosa.id])
  expect((await open(address)).status).toBe(404)
  expect(await toOutcome(read(id, rosa))).toBe('copies.membersOnly')
  await share(0, [])
  expect(await toOutcome(read(id, rosa))).toBe('links.notFound')
})

test('copies go with their link, whose category counts their bytes', async () => {
  const { id } = await save(page('<p>No other page has this sentence.</p>'))
  await settled(id)
  const before = await ada.call(getUserData, {})
  const [version] = (await read(id)).versions
  await ada.call(updateLink, { link_id: id, name: 'Page', category: 1, link: `${site.origin}/${saved}` })
  const after = await ada.call(getUserData, {})
  expect(after.storage_cat.see - before.storage_cat.see).toBe(version!.size)
  await ada.call(trashLinks, { linkIdArr: [id] })
  await ada.call(deleteLinks, { linkIdArr: [id] })
  expect((await ada.call(getUserData, {})).storage_used).toBe(before.storage_used - version!.size)
  for (const table of ['copies', 'copy_versions'] as const)
    expect(
      await app.services.db.read.selectFrom(table).select('link_id').where('link_id', '=', id).execute(),
    ).toEqual([])
})
