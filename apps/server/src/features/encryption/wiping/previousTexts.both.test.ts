import { listActivity, undoActivity } from '@nestmark/contract/activity'
import { createCollection } from '@nestmark/contract/collections'
import { getCopy } from '@nestmark/contract/reading/copies'
import { updateEnc, updateEncFolders } from '@nestmark/contract/encryption/encryption'
import { saveNote } from '@nestmark/contract/links/linkNote'
import {
  favouriteLink,
  moveLinks,
  saveLink,
  tagLinks,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import { markAllNotificationsRead, notifications } from '@nestmark/contract/notifications'
import { answerOffer, offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { searchLibrary, suggestSpelling } from '@nestmark/contract/search/search'
import { removeMember, setPermissions, shareLink } from '@nestmark/contract/sharing/share'
import { addSuggestion, approveSuggestions, updateSuggestion } from '@nestmark/contract/sharing/suggestions'
import { createWebhook, hookEvents, listDeliveries, listWebhooks } from '@nestmark/contract/webhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPostgres } from '../../../db/dialect.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { serve, type TestServer } from '../../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { linksFilled, passToRetry, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { pass, type Receiver, startReceiver } from '../../webhooks/receiver.testing.ts'
import { giveKey, sealField, sealLink, type TestKey } from '../fixture.testing.ts'
import { findInDatabase, findInFiles, stem } from './previousTexts.testing.ts'

let app: TestApp
let site: TestServer
let receiver: Receiver
let ada: Person
/** A member who writes. */
let rosa: Person
/** A member who is removed before the encryption. */
let rex: Person
let secrets: string
let other: string
let key: TestKey

beforeAll(async () => {
  site = await serve((request, response) => {
    if (request.url?.includes('missing')) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><html lang="en"><title>${stem}page</title><meta name="description" content="${stem}described">
      <article><p>${`The ${stem}article stood in the water. `.repeat(40)}</p></article></html>`,
    )
  })
  receiver = await startReceiver()
  app = await startApp({ copies: 'full', fetchAllowPrivate: [site.hostPort, receiver.web.hostPort] })
})
afterAll(async () => {
  await app.stop()
  await Promise.all([site.close(), receiver.web.close()])
})

beforeEach(async () => {
  ;[ada, rosa, rex] = await Promise.all([
    signIn(app, 'ada', 2),
    signIn(app, 'rosa', 2),
    signIn(app, 'rex', 2),
  ])
  secrets = await createShared('Secrets')
  other = await createShared('Other')
  key = await giveKey(ada, secrets)
})

async function createShared(name: string): Promise<string> {
  const folder_id = (await ada.call(createCollection, { name }))._id
  await ada.call(setPermissions, {
    folder_id,
    read: 1,
    write: 1,
    read_members: [rex.id],
    write_members: [rosa.id],
  })
  return folder_id
}

let counter = 0
/** Returns a new word that no text had before. */
const next = (label = 'word') => `${stem}${label}${'abcdefghijklmnopqrstuvwxyz'[counter++ % 26]}${counter}`

async function expectIntact(): Promise<void> {
  await expect
    .poll(async () => (await checkIntegrity(app.services.db, app.clock.now)).findings, { timeout: 30_000 })
    .toEqual([])
}

/** Lets the jobs run that remove texts from files. */
async function settle(): Promise<void> {
  const texts = () => (isPostgres(app.services.db.read) ? [] : findInFiles(app))
  await expect
    .poll(async () => {
      await pass(app, 660_000)
      return texts()
    })
    .toEqual([])
  await expect.poll(() => findInFiles(app), { timeout: 30_000 }).toEqual([])
}

/** Saves a link with a fetched page, and gives it every kind of history. */
async function saveWithHistory(): Promise<string> {
  for (const who of [ada, rosa, rex])
    await who.call(createWebhook, { address: receiver.address, events: [...hookEvents] })
  const form = { name: next('first'), desc: next('descr'), category: 3 as const, parent: other }
  const { _id: id } = await rosa.call(saveLink, {
    ...form,
    link: `${site.origin}/${next('address')}`,
    is_placeholder: 1,
  })
  await linksFilled(app)
  await expect
    .poll(async () => {
      await passToRetry(app, id)
      return (await ada.call(getCopy, { link_id: id })).state
    })
    .toBe('kept')
  const rename = (who: Person) =>
    who.call(updateLink, {
      link_id: id,
      name: `${next('title')} Renamed`,
      desc: next('descr'),
      link: `${site.origin}/missing/${next('address')}`,
    })
  for (const who of [rosa, ada, rosa]) {
    await rename(who)
    await pass(app)
    await who.call(moveLinks, { links: [id], move_to: secrets, plain: 1 })
    await rename(who)
    await ada.call(markAllNotificationsRead, {})
    await rosa.call(trashLinks, { linkIdArr: [id] })
    await rosa.call(trashLinks, { linkIdArr: [id], isTrash: 0, plain: 1 })
    await who.call(updateLink, { link_id: id, name: next('moved'), parent: other })
    await who.call(tagLinks, { links: [id], added_tags_name: ['heron'] })
    await pass(app, 700_000)
  }
  await ada.call(updateLink, { link_id: id, name: next('undone') })
  const [entry] = await ada.call(listActivity, { folder_id: other })
  await ada.call(undoActivity, { activity_id: entry!._id })
  await ada.call(favouriteLink, { link_id: id, is_fav: 1 })
  await ada.call(shareLink, { link_id: id })
  await ada.call(saveNote, { link_id: id, note: next('note') })
  await importAgain(id)
  await ada.call(moveLinks, { links: [id], move_to: secrets, plain: 1 })
  await ada.call(updateLink, { link_id: id, name: 'Last title', desc: 'Last words', link: `${site.origin}/` })
  await pass(app)
  await linksFilled(app)
  return id
}

/** Imports a file that has the address of the link: the report names it. */
async function importAgain(id: string): Promise<void> {
  const link = `${site.origin}/missing/again`
  await ada.call(updateLink, { link_id: id, name: next('imported'), link })
  const body = new FormData()
  body.append('type', 'html')
  body.append('file', new Blob([`<DL><p><DT><A HREF="${link}">Same</A></DL><p>`]), 'bookmarks.html')
  const headers = { authorization: `Bearer ${ada.token}` }
  const answer = await fetch(`${app.origin}/api/import-bookmarks`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { job: string } }
  await waitForEnd(ada, data.job)
}

/** Approves a suggestion that was edited before, and moves and renames the link. */
async function approveWithHistory(): Promise<string> {
  const { sugg_id } = await rex.call(addSuggestion, {
    name: next('suggested'),
    desc: next('descr'),
    category: 4,
    parent: suggestible,
  })
  await rex.call(updateSuggestion, { sugg_id, name: next('edited') })
  const { links } = await ada.call(approveSuggestions, { approveSuggLinkId: sugg_id })
  const [id] = links as [string]
  await ada.call(updateLink, { link_id: id, name: next('renamed') })
  await ada.call(moveLinks, { links: [id], move_to: secrets, plain: 1 })
  await ada.call(updateLink, { link_id: id, name: 'Last title', desc: 'Last words' })
  return id
}
let suggestible: string

async function seal(id: string, more: object = {}) {
  return { ...(await sealLink(key, id, { name: 'Last title' })), ...more }
}

test('E02 previous texts of an encrypted link are in no column and no file', async () => {
  suggestible = (await ada.call(createCollection, { name: 'Suggestible' }))._id
  const open = { folder_id: suggestible, read: 1 as const, write: 0 as const, read_members: [rex.id] }
  await ada.call(setPermissions, { ...open, enable_sugg: 1 })
  const id = await saveWithHistory()
  const approved = await approveWithHistory()
  const plain = await ada.call(saveLink, { name: 'Plain', desc: 'Last herons', category: 4, parent: other })
  await pass(app)
  for (const folder_id of [secrets, other, suggestible])
    await ada.call(removeMember, { folder_id, person_id: rex.id })
  const before = await findInDatabase(app)
  for (const column of [
    'activities.subjects',
    'notifications.subject',
    'suggestions.form',
    'undo_edits.old_value',
    'webhook_deliveries.events',
  ])
    expect(before).toContain(column)

  const note = await sealField(key, id, 'note', 'A note')
  await ada.call(updateEnc, { links: [await seal(id, { note })] })
  await ada.call(updateEncFolders, { folders: [], links: [await seal(approved)] })
  expect(await findInDatabase(app)).toEqual([])
  for (const who of [ada, rosa, rex]) {
    expect(JSON.stringify(await who.call(notifications, {}))).not.toContain(stem)
    for (const { _id } of await who.call(listWebhooks, {}))
      expect(JSON.stringify(await who.call(listDeliveries, { webhook_id: _id }))).not.toContain(stem)
    expect(await who.call(suggestSpelling, { input: `${stem}titel` })).toEqual({ suggestion: null })
  }
  await settle()
  expect(await findInDatabase(app)).toEqual([])
  await expectIntact()
  // The texts that others still have can be found.
  expect((await ada.call(searchLibrary, { input: 'heron' })).links.map(link => link._id)).toContain(plain._id)
})

test('E02 previous texts of a link that came from another owner are in no column', async () => {
  for (const who of [ada, rosa])
    await who.call(createWebhook, { address: receiver.address, events: [...hookEvents] })
  const { _id: id } = await ada.call(saveLink, { name: next(), desc: next(), category: 4, parent: other })
  await rosa.call(updateLink, { link_id: id, name: next() })
  await ada.call(moveLinks, { links: [id], move_to: secrets, plain: 1 })
  await rosa.call(updateLink, { link_id: id, name: next() })
  await pass(app)
  await ada.call(offerCollection, { folder_id: secrets, person_id: rosa.id })
  await rosa.call(answerOffer, { folder_id: secrets, accept: 1 })
  await ada.call(updateLink, { link_id: id, name: next() })
  await rosa.call(removeMember, { folder_id: secrets, person_id: ada.id })
  await pass(app)
  expect(await findInDatabase(app)).toContain('activities.subjects')
  await rosa.call(updateEnc, { links: [await seal(id)] })
  await pass(app, 120_000)
  expect(await findInDatabase(app)).toEqual([])
  await expectIntact()
})
