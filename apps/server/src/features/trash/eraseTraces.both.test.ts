import { listActivity } from '@nestmark/contract/activity'
import { deleteAccount } from '@nestmark/contract/accounts'
import { createCollection, trashCollections, updateCollection } from '@nestmark/contract/collections'
import { deleteLinks, saveLink, saveLinks, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { notifications } from '@nestmark/contract/notifications'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addSuggestion, claimSuggestions } from '@nestmark/contract/sharing/suggestions'
import { hookEvents } from '@nestmark/contract/webhooks'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pass } from '../webhooks/receiver.testing.ts'
import { checkIntegrity } from '../../db/integrity.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { textColumnsWhere } from '../../test/support/textColumns.ts'
import {
  ada,
  app,
  deliveries,
  folder,
  makeHook,
  note,
  receiver,
  setUpFixture,
} from '../webhooks/fixture.testing.ts'

setUpFixture()

/** A word in the name of the deleted person, and in everything they own. */
const word = 'quetzal'
/** A word in everything that the person has written in other people's collections. */
const given = 'turaco'

/** Returns every column of any table that still contains the word. */
async function columnsWith(word: string): Promise<string[]> {
  const columns = await textColumnsWhere(
    app.services.db.read,
    column => sql`lower(${column}) like ${`%${word}%`}`,
  )
  return columns.sort()
}

const erased = () =>
  expect
    .poll(() =>
      app.services.db.read
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'eraseLibrary')
        .where('finished_at', 'is', null)
        .execute(),
    )
    .toEqual([])
const share = (owner: Person, folder_id: string, member: Person) =>
  owner.call(setPermissions, {
    folder_id,
    read: 1,
    write: 1,
    enable_sugg: 1,
    write_members: [member.id],
  })

test('Z19 no title and no name of a deleted account remains in messages to others', async () => {
  const quinn = await signIn(app, word, 2)
  const rosa = await signIn(app, 'rosa', 2)
  const titled = (what: string, more: object = {}) => note(`${word} ${what}`, more)
  // Ada's data, and Quinn's changes to it.
  const turf = await folder('Turf')
  await share(ada, turf, quinn)
  const hook = (await makeHook({ events: [...hookEvents] })).webhook._id
  const added = (await quinn.call(saveLink, note(`${given} added`, { parent: turf })))._id
  await quinn.call(updateLink, { link_id: added, name: `${given} changed` })
  await quinn.call(trashLinks, { linkIdArr: [added] })
  await quinn
    .call(createCollection, { name: `${given} inner`, parent: turf })
    .then(made => quinn.call(updateCollection, { folder_id: made._id, name: `${given} renamed` }))
  const open = await folder('Open')
  await ada.call(setPermissions, { folder_id: open, read: 3, write: 0, enable_sugg: 1 })
  await quinn.call(addSuggestion, { ...titled('suggested'), parent: open })
  const asVisitor = await app.as(null)(addSuggestion, { ...titled('from outside'), parent: open })
  await quinn.call(claimSuggestions, {
    suggestions: [{ sugg_id: asVisitor.sugg_id, claim: asVisitor.claim! }],
  })
  // Quinn's data, and what others are notified of.
  const own = (await quinn.call(createCollection, { name: `${word} own` }))._id
  const deep = (await quinn.call(createCollection, { name: `${word} deep`, parent: own }))._id
  await share(quinn, own, rosa)
  const theirs = (await makeHook({ events: [...hookEvents] }, rosa)).webhook._id
  await quinn.call(saveLink, titled('of theirs', { parent: own }))
  await pass(app)
  await expect.poll(async () => (await deliveries(theirs, rosa)).length).toBeGreaterThan(0)
  await expect.poll(async () => (await deliveries(hook)).length).toBeGreaterThan(0)
  // A job of Rosa's whose report names target collections: their previous collection is deleted, so they move to the
  // one above.
  const many = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      rosa.call(createCollection, { name: `Number ${n}`, parent: deep }).then(made => made._id),
    ),
  )
  await waitForEnd(rosa, (await rosa.call(trashCollections, { folderIdArr: many })).job)
  await quinn.call(trashCollections, { folderIdArr: [deep] })
  const back = await waitForEnd(
    rosa,
    (await rosa.call(trashCollections, { folderIdArr: many, isTrash: 0 })).job,
  )
  expect(back.bulk!.placed![0]!.parent_name).toBe(`${word} own`)
  // Ada permanently deletes links of hers that contained Quinn's words: only traces of them remain.
  const { links } = await ada.call(saveLinks, { links: [note('Plain')], parent: turf })
  await ada.call(deleteLinks, { linkIdArr: [added] })
  await app.services.db.write(tx =>
    tx
      .updateTable('collections')
      .set({ name: 'Plain', name_key: 'plain', sort_key: 'plain' })
      .where('owner_id', '=', ada.id)
      .execute(),
  )
  const before = await columnsWith(word)
  expect(await columnsWith(quinn.id)).toContain('activities.undo_id')
  for (const place of [
    'activities.subjects',
    'notifications.subject',
    'webhook_deliveries.events',
    'jobs.report',
  ])
    expect(before).toContain(place)
  expect(JSON.stringify(await ada.call(notifications, {}))).toContain(word)

  await quinn.call(deleteAccount, {})
  // Data that others can read must be erased immediately, before any job.
  expect(JSON.stringify(await ada.call(notifications, {}))).not.toContain(`${word} suggested`)
  expect(JSON.stringify(await ada.call(listActivity, { folder_id: turf }))).not.toContain(`${word} changed`)
  await erased()
  expect(await columnsWith(word)).toEqual([])
  // Also inside other texts: the keys of undo records, and the orders of jobs.
  expect(await columnsWith(quinn.id)).toEqual([])
  // Ada keeps what her own webhook received about her own links, and her search words.
  const hers = ['words.word', 'webhook_deliveries.events', 'webhook_events.subjects']
  expect((await columnsWith(given)).filter(place => !hers.includes(place))).toEqual([])
  for (const answer of [
    await ada.call(notifications, {}),
    await ada.call(listActivity, { folder_id: turf }),
    await deliveries(hook),
    await deliveries(theirs, rosa),
  ])
    expect(JSON.stringify(answer).toLowerCase()).not.toContain(word)
  // The entries themselves remain, and so do other people's actions and data.
  expect((await ada.call(notifications, {})).length).toBeGreaterThan(0)
  const entries = await ada.call(listActivity, { folder_id: turf })
  expect(entries.find(each => each.kind === 'add_links' && each.by === null)).toMatchObject({ subjects: [] })
  expect(entries.find(each => each.by?.is_me)!.subjects[0]!._id).toBe(links[0]!._id)
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  receiver.take()
})
