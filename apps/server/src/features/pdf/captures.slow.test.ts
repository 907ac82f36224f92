import { type CaptureFormat, getCopy, restoreCopy } from '@nestmark/contract/reading/copies'
import { deleteLinks, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { dropCapture, keepCapture } from '@nestmark/contract/transfer/pdf'
import { getStorage } from '@nestmark/contract/session'
import {
  getStorageDetails,
  listStoredLinks,
  removeStoredFiles,
  restoreStoredFiles,
} from '@nestmark/contract/storage'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { createCollection } from '@nestmark/contract/collections'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { toMediaFile } from '../../media/mediaProcesses.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { canUseSandbox } from '../../test/support/browserSandbox.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

let app: TestApp
let site: TestServer
let ada: Person
let rosa: Person
let heading = 'Herons'
beforeAll(async () => {
  site = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Birds</title><h1>${heading}</h1>`)
  })
  const browser = { browser: 'auto', folder: null, sandbox: await canUseSandbox() }
  app = await startApp({ browser, fetchAllowPrivate: [site.hostPort] })
  ada = await signIn(app, 'ada', 2)
  rosa = await signIn(app, 'rosa', 2)
})
afterEach(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

const save = async (more: object = {}) =>
  (await ada.call(saveLink, { name: 'Birds', category: 3, link: `${site.origin}/birds`, ...more }))._id
const keep = (link_id: string, format: CaptureFormat, who = ada) => who.call(keepCapture, { link_id, format })
const used = async () => (await ada.call(getStorage, {})).storage_used
const open = (address: string) => fetch(app.origin + address)

async function readWords(address: string): Promise<string> {
  const bytes = Buffer.from(await (await open(address)).arrayBuffer())
  const { found } = await app.services.media.run('document', toMediaFile(bytes))
  return (found.text ?? '').trim()
}

test('LINK-09 stores a PDF and a screenshot of a page with the link, counts and replaces them', async () => {
  const id = await save()
  const before = await used()
  const [pdf] = (await keep(id, 'pdf')).captures
  expect(pdf).toMatchObject({ format: 'pdf', kept_at: app.clock.now })
  expect(await readWords(pdf!.address)).toBe('Herons')
  expect((await used()) - before).toBe(pdf!.size)

  heading = 'Cranes'
  const { captures } = await keep(id, 'screenshot')
  expect(captures.map(each => each.format)).toEqual(['pdf', 'screenshot'])
  const answer = await open(captures[1]!.address)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect(width).toBe(1280)

  const [renewed] = (await keep(id, 'pdf')).captures
  expect(await readWords(renewed!.address)).toBe('Cranes')
  expect((await open(pdf!.address)).status).toBe(404)
  expect((await used()) - before).toBe(renewed!.size + captures[1]!.size)
  const [stored] = (await ada.call(listStoredLinks, { kind: 'copies' })).links
  expect(stored).toMatchObject({ _id: id, captures: 2, versions: 0 })

  expect((await ada.call(getStorageDetails, {})).captures).toEqual({
    pages: 1,
    bytes: renewed!.size + captures[1]!.size,
  })
  const left = await ada.call(dropCapture, { link_id: id, format: 'pdf' })
  expect(left.captures.map(each => each.format)).toEqual(['screenshot'])
  expect((await used()) - before).toBe(captures[1]!.size)
  const put = await ada.call(restoreCopy, { link_id: id, undo: left.undo! })
  expect([put.restored, put.captures.map(each => each.kept_at)]).toEqual([
    1,
    [renewed!.kept_at, captures[1]!.kept_at],
  ])
  expect((await used()) - before).toBe(renewed!.size + captures[1]!.size)
  await ada.call(dropCapture, { link_id: id, format: 'pdf' })
  const full = await used()
  const removed = await ada.call(removeStoredFiles, { from: 'captures' })
  expect(removed).toMatchObject({ changed: 1, next: null })
  expect([(await ada.call(getCopy, { link_id: id })).captures, await used()]).toEqual([[], before])
  expect((await ada.call(getStorageDetails, {})).restorable).toContainEqual(
    expect.objectContaining({ undo: removed.undo, files: 0, copies: 1 }),
  )
  const restored = await ada.call(restoreStoredFiles, { undo: removed.undo! })
  expect(restored).toEqual({ changed: 0, copies: 1, left: 0, skipped: 0 })
  const again = (await ada.call(getCopy, { link_id: id })).captures
  expect([again.map(each => each.kept_at), await used()]).toEqual([[captures[1]!.kept_at], full])
  expect((await open(again[0]!.address)).status).toBe(200)

  // One that was made again in the meantime stays.
  const { undo } = await ada.call(removeStoredFiles, { from: 'captures' })
  await keep(id, 'screenshot')
  expect(await ada.call(restoreStoredFiles, { undo: undo! })).toEqual({
    changed: 0,
    copies: 0,
    left: 0,
    skipped: 1,
  })
})

test('LINK-09 Z13 captures are for the owner and members, and end with the link', async () => {
  app.clock.now += 120_000
  const { _id: parent } = await ada.call(createCollection, { name: 'Marsh' })
  const id = await save({ parent })
  const before = await used()
  await keep(id, 'pdf')
  const [mine] = (await ada.call(getCopy, { link_id: id })).captures
  expect(await toOutcome(keep(id, 'pdf', rosa))).toBe('links.notFound')
  await ada.call(setPermissions, { folder_id: parent, read: 1, write: 0, read_members: [rosa.id] })
  expect(await toOutcome(keep(id, 'pdf', rosa))).toBe('links.readOnly')
  const [hers] = (await rosa.call(getCopy, { link_id: id })).captures
  expect((await open(hers!.address)).status).toBe(200)
  await ada.call(setPermissions, { folder_id: parent, read: 3, write: 0, read_members: [] })
  // A public page does not make its copies public.
  const nils = await signIn(app, 'nils', 2)
  expect(await toOutcome(nils.call(getCopy, { link_id: id }))).toBe('copies.membersOnly')
  await ada.call(setPermissions, { folder_id: parent, read: 0, write: 0 })
  expect((await open(hers!.address)).status).toBe(404)
  await ada.call(trashLinks, { linkIdArr: [id] })
  await ada.call(deleteLinks, { linkIdArr: [id] })
  expect([(await open(mine!.address)).status, await used()]).toEqual([404, before])
})

test('LINK-09 stores nothing without an address, on the free plan, or of a page that does not answer', async () => {
  app.clock.now += 120_000
  const note = await save({ link: '', category: 4, name: 'A note', desc: 'Words' })
  expect(await toOutcome(keep(note, 'pdf'))).toBe('copies.noAddress')
  const dead = await save({ link: 'http://127.0.0.1:1/' })
  expect(await toOutcome(keep(dead, 'screenshot'))).toBe('pdf.unreachable')
  const free = await signIn(app, 'free')
  const { _id } = await free.call(saveLink, { name: 'Birds', category: 3, link: `${site.origin}/` })
  expect(await toOutcome(keep(_id, 'pdf', free))).toBe('plan.pdf')
})
