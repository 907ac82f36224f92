import { randomBytes } from 'node:crypto'
import { listCollectionLinks } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { validateEncryptFolderKey } from '@nestmark/contract/encryption/encryption'
import { type Bytes, toBase64url } from '@nestmark/encryption/bytes'
import { type CollectionKey, generateKey, openKey } from '@nestmark/encryption/keys/collectionKey'
import { openText, sealText } from '@nestmark/encryption/envelope'
import { newSecretHeader } from '@nestmark/encryption/secrets/secret'
import { composeValidationValue } from '@nestmark/encryption/secrets/validationValue'
import { createCollection } from '@nestmark/contract/collections'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { getLink, saveLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'

export let app: TestApp
export let ada: Person
/** A collection of Ada's with a key. */
export let folder: string
export let key: TestKey

/** Starts a server per file, and gives each test another Ada with a collection that has a key. */
export function setUpFixture(changes: Parameters<typeof startApp>[0] = {}): void {
  beforeAll(async () => {
    app = await startApp(changes)
  })
  beforeEach(async () => {
    ada = await signIn(app, 'ada', 2)
    folder = await create('Secrets')
    key = await giveKey(ada, folder)
  })
  afterAll(() => stopIntact(app))
}

/** Signs in a reader of a collection, who can suggest links for it. */
export async function signInSuggester(folder_id = folder): Promise<Person> {
  const rosa = await signIn(app, 'rosa', 2)
  const reads = { read: 1 as const, write: 0 as const, read_members: [rosa.id] }
  await ada.call(setPermissions, { folder_id, ...reads, enable_sugg: 1 })
  return rosa
}

export type LinkChanges = Input<typeof updateEnc>['links']

export const create = async (name: string, parent?: string) =>
  (await ada.call(createCollection, { name, parent }))._id
export const save = async (texts: Texts, parent = folder, more: object = {}) =>
  (await ada.call(saveLink, { desc: 'Words', category: 4, parent, plain: 1, ...texts, ...more }))._id
export const encrypt = (links: LinkChanges, more: object = {}) => ada.call(updateEnc, { links, ...more })
export const read = async (link_id: string, who = ada) => (await who.call(getLink, { link_id })).link

/** A key of a collection, with its validation value. */
export interface TestKey extends CollectionKey {
  raw: Bytes
  enc_id: string
}

const random = (length: number): Bytes => new Uint8Array(randomBytes(length))

/** Makes a key for a collection. Nothing is derived from a secret, which would be slow: the wrapped key is random. */
export async function makeKey(collectionId: string, raw = generateKey()): Promise<TestKey> {
  const key = await openKey(raw)
  const header = { ...newSecretHeader(), wk: toBase64url(random(60)), kid: key.kid }
  return { ...key, raw, enc_id: await composeValidationValue(key, { collectionId, header, iv: random(12) }) }
}

/** Makes a key and gives it to a collection. */
export async function giveKey(owner: Person, folder_id: string, raw?: Bytes): Promise<TestKey> {
  const key = await makeKey(folder_id, raw)
  await owner.call(validateEncryptFolderKey, { folder_id, enc_id: key.enc_id })
  return key
}

export interface Texts {
  name: string
  desc?: string
  link?: string
}

/** Returns the change that encrypts a link. */
export async function sealLink(key: CollectionKey, linkId: string, { name, desc = '', link = '' }: Texts) {
  const seal = (field: 'name' | 'desc' | 'link', text: string) => sealText(key, { linkId, field }, text)
  return {
    _id: linkId,
    enc: 1 as const,
    name: await seal('name', name),
    desc: await seal('desc', desc),
    link: await seal('link', link),
  }
}

/** Returns the envelope of one field. */
export const sealField = (
  key: CollectionKey,
  linkId: string,
  field: 'thumbnail' | 'check_list' | 'note',
  text: string,
) => sealText(key, { linkId, field }, text)

/** Opens an encrypted link. */
export async function openLink(key: CollectionKey, link: Link): Promise<Required<Texts>> {
  const open = (field: 'name' | 'desc' | 'link', text: string) =>
    openText(key, { linkId: link._id, field }, text)
  return {
    name: await open('name', link.name),
    desc: await open('desc', link.desc),
    link: await open('link', link.link),
  }
}

/** Returns the links of a collection. */
export const linksOf = async (person: Person, folder_id: string) =>
  (await person.call(listCollectionLinks, { folder_id })).links

/** A new id of a link, as the browser makes it. */
export const newLinkId = () => toBase64url(random(16))
