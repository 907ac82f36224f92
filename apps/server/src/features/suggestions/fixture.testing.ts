import { createCollection } from '@nestmark/contract/collections'
import { setPermissions } from '@nestmark/contract/sharing/share'
import * as contract from '@nestmark/contract/sharing/suggestions'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

export let app: TestApp
export let ada: Person
export let willem: Person
export let rosa: Person
export let xaver: Person
export let turf: string

export const open = (read: 1 | 3, more: object = {}) =>
  ada.call(setPermissions, {
    folder_id: turf,
    read,
    write: 0,
    enable_sugg: 1,
    read_members: [rosa.id],
    ...more,
  })
export const form = (name: string) => ({
  link: `slowtimber.example/${encodeURIComponent(name)}`,
  name,
  desc: 'Worth a look',
  category: 3,
  tags: ['Roof', 'roof', 'rain'],
  parent: turf,
})
export const code = (wait: Promise<unknown>) =>
  wait.then(
    () => null,
    error => error.code as string,
  )
export const toMe = (who = ada) => who.call(contract.listReceivedSuggestions, {})
export const byMe = (who = rosa) => who.call(contract.listSentSuggestions, {})
export const suggestLink = (name: string, who: Pick<Person, 'call'> = rosa) =>
  who.call(contract.addSuggestion, form(name))
/** A visitor with another IP address per test: visitors' calls are counted by address. */
export const visitor = { call: ((op, input) => app.as(null)(op, input)) as Person['call'] }

/** Creates Ada's collection Turf, open for suggestions of its reader Rosa, before each test of a file. */
export function setUpFixture(): void {
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  beforeEach(async () => {
    ada = await signIn(app, 'ada', 2)
    willem = await signIn(app, 'willem')
    rosa = await signIn(app, 'rosa', 2)
    xaver = await signIn(app, 'xaver', 2)
    turf = (await ada.call(createCollection, { name: 'Turf' }))._id
    await open(1)
  })
}
