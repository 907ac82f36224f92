import { listActivity } from '@nestmark/contract/activity'
import { createCollection } from '@nestmark/contract/collections'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

export let app: TestApp
export let ada: Person
export let willem: Person
export let rosa: Person
/** A collection of Ada's that is not shared yet. */
export let turf: string

/** Creates Ada with a collection, and two other people, before each test of a file. */
export function setUpFixture(): void {
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(async () => {
    expect((await checkIntegrity(app.services.db)).findings).toEqual([])
    await app.stop()
  })
  beforeEach(async () => {
    ada = await signIn(app, 'ada', 2)
    willem = await signIn(app, 'willem')
    rosa = await signIn(app, 'rosa')
    turf = await folder('Turf')
  })
}

export const folder = async (name: string, parent?: string, who = ada) =>
  (await who.call(createCollection, { name, parent }))._id
/** Shares a collection: Willem may write, Rosa may read. */
export const share = (folder_id = turf) =>
  ada.call(setPermissions, {
    folder_id,
    read: 1,
    write: 1,
    read_members: [rosa.id],
    write_members: [willem.id],
  })
export const list = (who: Person, folder_id = turf, page = 1) => who.call(listActivity, { folder_id, page })
