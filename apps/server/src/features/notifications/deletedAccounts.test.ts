import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteAccount } from '@nestmark/contract/accounts'
import { listActivity } from '@nestmark/contract/activity'
import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { notifications } from '@nestmark/contract/notifications'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addSuggestion } from '@nestmark/contract/sharing/suggestions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsSent, startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { digestTime, queueDigests } from './digest.ts'

const day = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Waits until the rows of deleted accounts are erased. */
async function waitForErasure() {
  for (;;) {
    const open = await app.services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'eraseLibrary')
      .where('finished_at', 'is', null)
      .execute()
    if (open.length === 0) return
    await new Promise(go => setTimeout(go, 20))
  }
}

/** Returns who caused each notification, by collection. */
const actorsOf = async (who: Person) =>
  Object.fromEntries(
    (await who.call(notifications, {})).map(({ folder_id, from }) => [
      folder_id?.name,
      from === null ? 'visitor' : from.username || 'deleted account',
    ]),
  )

test('NTF-01 SET-06 notifications, email and activity call a deleted account a former member; a visitor remains a visitor', async () => {
  app.clock.now = digestTime(app.clock.now) + 3 * day + 1_800_000
  const ada = await signIn(app, 'ada', 2)
  const willem = await signIn(app, 'willem')
  const make = async (name: string, permissions: object) => {
    const { _id } = await ada.call(createCollection, { name })
    await ada.call(setPermissions, { folder_id: _id, read: 1, write: 0, ...permissions })
    return _id
  }
  const form = (name: string, parent: string) => ({
    name,
    link: `https://example.org/${name}`,
    category: 3,
    parent,
  })
  const team = await make('Team', { write: 1, write_members: [willem.id] })
  const asked = await make('Asked', { enable_sugg: 1, read_members: [willem.id] })
  const open = await make('Open', { read: 3, enable_sugg: 1 })
  await willem.call(saveLink, form('sod', team))
  await willem.call(createCollection, { name: 'Sketches', parent: team })
  await willem.call(addSuggestion, form('reed', asked))
  await app.as(null)(addSuggestion, form('clay', open))
  const activityBy = async () => (await ada.call(listActivity, { folder_id: team })).map(({ by }) => by)
  expect(await actorsOf(ada)).toEqual({ Team: 'willem', Asked: 'willem', Open: 'visitor' })
  const willemActed = { name: 'willem', is_me: false }
  expect(await activityBy()).toEqual([willemActed, willemActed])

  await willem.call(deleteAccount, {})
  const expected = { Team: 'deleted account', Asked: 'deleted account', Open: 'visitor' }
  expect(await actorsOf(ada)).toEqual(expected)
  expect(await activityBy()).toEqual([null, null])
  await waitForErasure()
  expect(await actorsOf(ada)).toEqual(expected)
  expect(await activityBy()).toEqual([null, null])

  app.clock.now += day
  await queueDigests(app.services)
  await mailsSent(app)
  const outbox = join(app.services.config.dataDir, 'outbox')
  const mail = readdirSync(outbox)
    .map(name => readFileSync(join(outbox, name), 'utf8').replaceAll(/=\r?\n/g, ''))
    .find(text => text.includes(ada.email) && text.includes('A visitor'))
  expect(mail).toContain('A visitor suggested')
  expect(mail).toContain('A former member suggested')
  expect(mail).toContain('A former member added')
  expect(mail).toContain('added a collection to')
})
