import * as contract from '@nestmark/contract/reading/copies'
import { createCollection } from '@nestmark/contract/collections'
import { getLink, saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { getStorage } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforceQuotas } from '../../../access/planQuotas.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { serve, type TestServer } from '../../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { linksFilled } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { createBlackPng } from '../../../test/support/pictureSamples.ts'

let app: TestApp
let site: TestServer
let ada: Person
const pixels =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8z8AARAwQCgAcCgEBeQF5RQAAAABJRU5ErkJggg=='

beforeAll(async () => {
  site = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Log in</title>'),
  )
  app = await startApp({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  await app.stop()
  await site.close()
})

const words = 'The avocet sweeps its bill through the mud and finds its food by touch. '.repeat(20)
const page = (more = '') =>
  `<!doctype html><html lang="en"><title>Avocets</title><article><p>${words}</p><img src="${pixels}" width="400" height="300">
   <img src="${site.origin}/private.png"><script>alert(1)</script>${more}</article>`

/** Sends a page as SingleFile does: the file before the other fields. */
async function send(fields: Record<string, string>, file: string | Uint8Array = page(), token = ada.token) {
  const body = new FormData()
  body.append('file', new Blob([file as string], { type: 'text/html' }), 'page.html')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const answer = await fetch(`${app.origin}/api/keep-page-file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const { status, code, data } = (await answer.json()) as {
    status: number
    code?: string
    data: { _id: string; created: number; number: number }
  }
  expect(answer.status).toBe(status)
  return code ?? data
}
const sent = async (...of: Parameters<typeof send>) =>
  (await send(...of)) as Exclude<Awaited<ReturnType<typeof send>>, string>
const find = async (input: string) => (await ada.call(searchLibrary, { input })).links.map(link => link._id)

test('makes a link with a copy of a page that a program sends, and fetches nothing for the copy', async () => {
  const parent = (await ada.call(createCollection, { name: 'Birds' }))._id
  const url = `${site.origin}/members/avocets`
  const { _id, created, number } = await sent({ url, parent, tags: 'waders, mud' })
  expect([created, number]).toEqual([1, 1])
  await linksFilled(app)
  const { link } = await ada.call(getLink, { link_id: _id })
  expect(link).toMatchObject({ name: 'Avocets', link: url, parent })
  expect(link.tags.map(tag => tag.name).sort()).toEqual(['mud', 'waders'])
  const { versions, ...copy } = await ada.call(contract.getCopy, { link_id: _id })
  expect(copy).toMatchObject({ state: 'kept', fault: null })
  expect(versions).toMatchObject([{ number: 1, kind: 'article', mode: 'full', title: 'Avocets' }])
  const html = await (await fetch(app.origin + versions[0]!.copy)).text()
  expect(html).toContain(pixels)
  expect(html).not.toMatch(/alert|private\.png/)
  expect(site.requests.map(request => request.url)).not.toContain('/private.png')
  expect(await find('avocet in:content')).toEqual([_id])
})

test('a page of a saved address becomes its next version', async () => {
  const url = `${site.origin}/saved`
  const { _id: saved } = await ada.call(saveLink, {
    name: 'My name',
    category: 3,
    link: url,
    keep_copy: 'never',
  })
  expect(await sent({ url })).toEqual({ _id: saved, created: 0, number: 1 })
  expect(await sent({ url }, page('<p>And more.</p>'))).toEqual({ _id: saved, created: 0, number: 2 })
  expect((await ada.call(getLink, { link_id: saved })).link.name).toBe('My name')
})

test('a page whose address differs in its fragment or in a tracking parameter has its own link', async () => {
  const url = `${site.origin}/mail`
  const variants = ['', '#inbox/AAAA', '#inbox/BBBB', '?spm=1', '?ref_src=2'].map(end => url + end)
  const ids: string[] = []
  for (const variant of variants) {
    const { _id, created } = await sent({ url: variant }, page(`<p>Letter ${variant}</p>`))
    expect(created).toBe(1)
    ids.push(_id)
  }
  expect(new Set(ids).size).toBe(5)
  for (const [at, variant] of variants.entries())
    expect(await sent({ url: variant }, page(`<p>Again ${variant}</p>`))).toEqual({
      _id: ids[at],
      created: 0,
      number: 2,
    })
  const { _id } = await sent({ url: `${url}?b=2&spm=1&a=1` })
  expect(await sent({ url: `${url}/?a=1&b=2&spm=1` })).toMatchObject({ _id, created: 0 })
})

test('responds with an error to a page that it cannot copy, and saves nothing', async () => {
  const url = `${site.origin}/never`
  const before = await ada.call(getStorage, {})
  expect(await send({})).toBe('links.linkRequired')
  expect(await send({ url: 'javascript:alert(1)' })).toBe('links.linkInvalid')
  expect(await send({ url }, '%PDF-1.7 and so on')).toBe('copies.unreadable')
  expect(await send({ url }, 'x'.repeat(20_000_002))).toBe('request.tooLarge')
  expect(await send({ url, parent: 'nowhere' })).toBe('collections.notFound')
  expect(await send({ url, tags: 'x'.repeat(600) })).toBe('tags.nameTooLong')
  const rosa = await signIn(app, 'rosa', 2)
  const { _id: hers } = await rosa.call(createCollection, { name: 'Hers' })
  expect(await send({ url, parent: hers })).toBe('collections.notFound')
  expect(await send({ url }, page(), 'no token')).toBe('session.noToken')
  expect(await find('never')).toEqual([])
  expect(await ada.call(getStorage, {})).toEqual(before)
  const off = await startApp({ copies: 'off' })
  try {
    const eve = await signIn(off, 'eve', 2)
    const body = new FormData()
    body.append('file', new Blob([page()]), 'page.html')
    body.append('url', url)
    const headers = { authorization: `Bearer ${eve.token}` }
    const answer = await fetch(`${off.origin}/api/keep-page-file`, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ status: 409, code: 'copies.off' })
  } finally {
    await off.stop()
  }
})

test('a page without a title element gets its title and description from what it declares', async () => {
  const declared =
    '<meta property="og:title" content="Avocets of the coast"><meta name="description" content="On birds">'
  for (const [url, head, name, desc] of [
    ['https://birds.example/declared', declared, 'Avocets of the coast', 'On birds'],
    [
      'https://birds.example/heading',
      '<h1>Avocets inland</h1><meta name="description" content="x">',
      'Avocets inland',
      'x',
    ],
  ] as const) {
    const { _id } = await sent({ url }, page().replace('<title>Avocets</title>', head))
    expect((await ada.call(getLink, { link_id: _id })).link).toMatchObject({ name, desc })
  }
})

test('the first large picture that a page contains is that of its link', async () => {
  const photo = `data:image/png;base64,${createBlackPng(300, 200).toString('base64')}`
  const body = page().replace(pixels, photo).replace('<article>', `<article><img src="${pixels}">`)
  const { _id } = await sent({ url: 'https://birds.example/photo' }, body)
  const { thumbnail } = (await ada.call(getLink, { link_id: _id })).link
  expect((await fetch(app.origin + thumbnail)).headers.get('content-type')).toBe('image/webp')
  const plain = await sent({ url: 'https://birds.example/icon' })
  expect((await ada.call(getLink, { link_id: plain._id })).link.thumbnail).toBe('')
})

test('P03 a plan without free storage refuses the copy, and the link reports it', async () => {
  const tim = await signIn(app, 'tim', 0)
  enforceQuotas(true)
  try {
    await app.services.db.write(tx =>
      tx.updateTable('people').set({ reserved_bytes: 10_000_000_000 }).where('id', '=', tim.id).execute(),
    )
    const url = `${site.origin}/full`
    expect(await send({ url }, page(), tim.token)).toBe('plan.storage')
    const [link] = (await tim.call(searchLibrary, { input: 'Avocets' })).links
    expect(await tim.call(contract.getCopy, { link_id: link!._id })).toMatchObject({
      state: 'failed',
      fault: 'noRoom',
      versions: [],
    })
  } finally {
    enforceQuotas(false)
    await app.services.db.write(tx =>
      tx.updateTable('people').set({ reserved_bytes: 0 }).where('id', '=', tim.id).execute(),
    )
  }
})
