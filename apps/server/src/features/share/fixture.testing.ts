import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import * as contract from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

export let app: TestApp
export let ada: Person
export let willem: Person
export let rosa: Person
export let xaver: Person
/** Research > Turf > Deep, with a link in each. */
export let research: string
export let turf: string
export let deep: string
/** The ids of the links by name: top, middle, bottom. */
export const links: Record<string, string> = {}

/** Creates Ada's collections with a link in each, and three other people, before each test of a file. */
export function setUpFixture(): void {
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  beforeEach(async () => {
    ada = await signIn(app, 'ada', 2)
    willem = await signIn(app, 'willem')
    rosa = await signIn(app, 'rosa')
    xaver = await signIn(app, 'xaver')
    const make = async (name: string, parent?: string) =>
      (await ada.call(createCollection, { name, ...(parent && { parent }) }))._id
    research = await make('Research')
    turf = await make('Turf', research)
    deep = await make('Deep', turf)
    for (const [name, parent] of [
      ['top', research],
      ['middle', turf],
      ['bottom', deep],
    ] as const)
      links[name] = (
        await ada.call(saveLink, {
          name,
          link: 'https://example.org/' + name,
          category: 3,
          parent,
          tags: ['mine'],
        })
      )._id
  })
}

export const share = (
  folder_id: string,
  change: Partial<Parameters<typeof ada.call<typeof contract.setPermissions>>[1]>,
) => ada.call(contract.setPermissions, { folder_id, read: 1, write: 0, ...change })
