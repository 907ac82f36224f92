import { createCollection } from '@nestmark/contract/collections'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

export let env: TestEnvironment
/** The owner of both collections, on a paid plan, and two people without access to them. */
export let ada: Person
export let willem: Person
export let rosa: Person
/** A collection, and one inside it. */
export let research: string
export let roof: string

/** Creates separate people and collections for each test of the share dialog. */
export function setUpSharing(): void {
  beforeAll(async () => {
    env = await startEnvironment()
  })
  beforeEach(async () => {
    ada = await env.signIn('ada', 2)
    willem = await env.signIn('willem')
    rosa = await env.signIn('rosa')
    research = (await ada.call(createCollection, { name: 'Research' }))._id
    roof = (await ada.call(createCollection, { name: 'Roof details', parent: research }))._id
  })
  afterAll(() => env.close())
}
