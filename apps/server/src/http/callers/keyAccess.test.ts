import * as ownershipTransfer from '@nestmark/contract/sharing/ownershipTransfer'
import { addKey } from '@nestmark/contract/apiKeys'
import { getLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import type { Access, Operation } from '@nestmark/contract/operation'
import * as share from '@nestmark/contract/sharing/share'
import { createCollection } from '@nestmark/contract/collections'
import { generateApiKey } from '@nestmark/core/apiKey'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../routes.ts'
import { type Caller, startApp, type TestApp } from '../../test/support/app.ts'
import { toOutcome, type Person, signIn } from '../../test/support/people.ts'
import { assertKeyScope } from './apiKeys.ts'

const operations = routes.map(({ op }) => op)
const isOperation = (each: unknown): each is Operation =>
  typeof each === 'object' && each !== null && 'path' in each && 'access' in each
const outcome = (op: Operation, mayWrite: boolean) => {
  try {
    assertKeyScope(op, mayWrite)
    return 'done'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('T13 each operation states the API key scope that it requires', () => {
  test('T13 it matches the access level: operations for signed-in people exclude keys', () => {
    const libraryScopes = ['read', 'write']
    const allowed: Record<Access, string[]> = {
      account: ['none'],
      anyone: ['ignored'],
      newcomer: ['ignored'],
      person: libraryScopes,
      visitor: libraryScopes,
    }
    for (const op of operations) expect(allowed[op.access], op.path).toContain(op.keyScope)
  })

  test('T13 operations that show or change access exclude keys of any scope', () => {
    // Reading what others share is part of the library; the public link needs no authentication.
    const others = ['get-shared-folders', 'get-shared-chain', 'l/{link_id}']
    const sharing = ([...Object.values(share), ...Object.values(ownershipTransfer)] as unknown[])
      .filter(isOperation)
      .filter(op => !others.includes(op.path))
    expect(sharing.length).toBeGreaterThan(10)
    for (const op of sharing) expect([op.path, op.keyScope]).toEqual([op.path, 'none'])
  })

  test('T13 mutations need the scope write', () => {
    for (const op of operations.filter(each => each.touches.length > 0))
      expect(op.keyScope, op.path).not.toBe('read')
    expect([outcome(trashLinks, true), outcome(trashLinks, false)]).toEqual(['done', 'keys.readOnly'])
    expect([outcome(share.listPeopleWithAccess, true), outcome(share.listPeopleWithAccess, false)]).toEqual([
      'keys.notAllowed',
      'keys.notAllowed',
    ])
  })
})

describe('T13 Z06 keys and access management', () => {
  let app: TestApp
  let ada: Person
  let keys: Caller[]
  beforeAll(async () => {
    app = await startApp()
    ada = await signIn(app, 'ada', 2)
    keys = []
    for (const scope of ['read', 'write'] as const) {
      const key = generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
      await ada.call(addKey, { key, name: scope, scope })
      keys.push(app.as(key))
    }
  })
  afterAll(() => app.stop())

  test('T13 no scope can publish, create short addresses, or read access settings', async () => {
    const folder_id = (await ada.call(createCollection, { name: 'Private' }))._id
    const link_id = (await ada.call(saveLink, { name: 'Note', desc: 'x', category: 4, parent: folder_id }))
      ._id
    for (const program of keys) {
      const calls = [
        () => program(share.makeLinkPublic, { link_id, is_public: 1 }),
        () => program(share.shareLink, { link_id }),
        () => program(share.createShortLink, { folder_id }),
        () => program(share.listPeopleWithAccess, { folder_id }),
        () => program(share.getPermissions, { folder_id }),
        () => program(share.setPermissions, { folder_id, read: 3, write: 0 }),
      ]
      for (const call of calls) expect(await toOutcome(call())).toBe('keys.notAllowed')
    }
    expect((await ada.call(getLink, { link_id })).link.is_public).toBe(0)
  })

  test('T13 the API documentation states the required scope of each call', async () => {
    const document = (await (await fetch(`${app.origin}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { description?: string }>>
    }
    const page = await (await fetch(`${app.origin}/api/docs`)).text()
    const sentences = {
      none: 'Not with an API key: sign in for it.',
      read: 'With any API key.',
      write: 'With an API key of scope write.',
      ignored: undefined,
    }
    for (const op of operations) {
      const said = document.paths[`/api/${op.path}`]![op.method.toLowerCase()]!.description
      expect([op.path, said]).toEqual([op.path, sentences[op.keyScope]])
    }
    expect(page.split('With an API key of scope write.').length).toBeGreaterThan(40)
  })
})
