import { changeFolderKey, updateEncFolders } from '@nestmark/contract/encryption/encryption'
import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { notifications } from '@nestmark/contract/notifications'
import { removeMember, setPermissions } from '@nestmark/contract/sharing/share'
import { openGivenKey, giveKey as wrapFor } from '@nestmark/encryption/keys/givenKey'
import { type KeyPair, makeKeyPair, openKeyPair } from '@nestmark/encryption/keys/keyPair'
import { openWithPasskey, wrapForPasskey } from '@nestmark/encryption/keys/passkeyKeys'
import { toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { vectors } from '@nestmark/encryption/vectors.testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../db/newId.ts'
import { deletePasskey, insertPasskey } from '../../accounts/signIn/passkeyStore.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'
import { ada, app, create, folder, key, makeKey, setUpFixture } from '../fixture.testing.ts'

setUpFixture()

const [ofOwner, ofMember] = vectors.people as [(typeof vectors.people)[0], (typeof vectors.people)[0]]
/** The pairs of the test vectors: making new ones derives keys from passphrases, which takes long. */
let ownerPair: KeyPair
let memberPair: KeyPair
let rosa: Person

beforeAll(async () => {
  ownerPair = await openKeyPair(ofOwner.wrapped, ofOwner.id, ofOwner.passphrase)
  memberPair = await openKeyPair(ofMember.wrapped, ofMember.id, ofMember.passphrase)
})
beforeEach(async () => {
  rosa = await signIn(app, 'rosa', 2)
  await ada.call(setPermissions, {
    folder_id: folder,
    read: 1,
    write: 0,
    enable_sugg: 0,
    read_members: [rosa.id],
  })
})

const savePair = (who: Person, { public: public_key, wrapped }: typeof ofOwner, replaces?: string) =>
  who.call(contract.saveKeyPair, { public_key, wrapped_private_key: wrapped, replaces })

const giving = () => ({
  collectionId: folder,
  giver: { id: ada.id, publicKey: ofOwner.public },
  recipient: { id: rosa.id, publicKey: ofMember.public },
})

/** Gives the key of the collection to Rosa. */
async function give(more: object = {}) {
  return ada.call(contract.grantFolderKey, {
    folder_id: folder,
    person_id: rosa.id,
    giver_public_key: ofOwner.public,
    public_key: ofMember.public,
    wrapped: await wrapFor(key, ownerPair, giving()),
    ...more,
  })
}
const given = async () => (await rosa.call(contract.listGivenKeys, {})).keys

describe('keys of members', () => {
  test('E01 E05 an owner gives a member the key through the server, which cannot open it', async () => {
    await Promise.all([savePair(ada, ofOwner), savePair(rosa, ofMember)])
    const { people } = await rosa.call(contract.listMemberKeys, { folder_id: folder })
    expect(people).toMatchObject([
      { _id: ada.id, type: 'owner', public_key: ofOwner.public, given: [] },
      { _id: rosa.id, type: 'read', public_key: ofMember.public, given: [] },
    ])
    await give()
    const [one, ...others] = await given()
    expect(others).toEqual([])
    expect(one).toMatchObject({
      folder_id: folder,
      folder_name: 'Secrets',
      key_id: key.kid,
      giver: { _id: ada.id, name: 'ada', public_key: ofOwner.public },
    })
    expect((await openGivenKey(one!.wrapped, memberPair, giving())).raw).toEqual(key.raw)
    await expect(openGivenKey(one!.wrapped, ownerPair, giving())).rejects.toThrow('cannot be decrypted')
    const seen = await ada.call(contract.listMemberKeys, { folder_id: folder })
    expect(seen.people[1]!.given).toEqual([key.kid])
    await ada.call(contract.revokeFolderKey, { folder_id: folder, person_id: rosa.id })
    expect(await given()).toEqual([])
  })

  test('NTF-01 an owner asks for a key pair, a member for the key, and a notification tells the member that the owner gave it', async () => {
    const ask = (who: Person, person_id: string) =>
      toOutcome(who.call(contract.askForKey, { folder_id: folder, person_id }))
    const actions = async (who: Person) =>
      (await who.call(notifications, {})).map(each => each.action).filter(action => action.startsWith('key_'))
    expect(await ask(ada, rosa.id)).toBe('done')
    expect(await actions(rosa)).toEqual(['key_asked'])
    expect(await ask(rosa, ada.id)).toBe('done')
    expect(await actions(ada)).toEqual(['key_wanted'])
    await Promise.all([savePair(ada, ofOwner), savePair(rosa, ofMember)])
    await give()
    expect((await actions(rosa)).sort()).toEqual(['key_asked', 'key_given'])
    const xaver = await signIn(app, 'xaver')
    app.clock.now += 73 * 60_000
    expect(await ask(ada, xaver.id)).toBe('share.notMember')
    expect(await ask(rosa, rosa.id)).toBe('share.notMember')
  })

  test('E05 gives a key to members only, with the current key pairs, and of the collection only', async () => {
    await savePair(ada, ofOwner)
    expect(await toOutcome(give())).toBe('encryption.pairChanged')
    await savePair(rosa, ofMember)
    expect(await toOutcome(give({ public_key: ofOwner.public }))).toBe('encryption.pairChanged')
    expect(await toOutcome(give({ giver_public_key: ofMember.public }))).toBe('encryption.pairChanged')
    const xaver = await signIn(app, 'xaver')
    expect(await toOutcome(give({ person_id: xaver.id }))).toBe('share.notMember')
    expect(await toOutcome(give({ person_id: ada.id }))).toBe('share.notMember')
    const wrapped = await wrapFor(await makeKey(folder), ownerPair, giving())
    expect(await toOutcome(give({ wrapped }))).toBe('encryption.otherKey')
    expect(await toOutcome(give({ wrapped: 'nm1g.in.clear' }))).toBe('request.invalid')
    await give()
    // A member of the collection above is one of this too.
    const inner = await create('Inner', folder)
    const innerKey = await makeKey(inner, key.raw)
    await ada.call(updateEncFolders, { folders: [{ _id: inner, enc_id: innerKey.enc_id }] })
    await give({
      folder_id: inner,
      wrapped: await wrapFor(key, ownerPair, { ...giving(), collectionId: inner }),
    })
    expect(await given()).toHaveLength(2)
  })

  test('E05 a new key pair removes the keys for the previous one', async () => {
    await Promise.all([savePair(ada, ofOwner), savePair(rosa, ofMember)])
    await give()
    const other = await makeKeyPair(rosa.id, 'another passphrase')
    const save = (replaces?: string) =>
      rosa.call(contract.saveKeyPair, {
        public_key: other.publicKey,
        wrapped_private_key: other.wrappedPrivateKey,
        replaces,
      })
    expect(await toOutcome(save())).toBe('encryption.pairChanged')
    expect(await toOutcome(save(ofOwner.public))).toBe('encryption.pairChanged')
    expect(await given()).toHaveLength(1)
    await save(ofMember.public)
    // A repeated call, whose first answer was lost.
    await save(ofMember.public)
    expect(await given()).toEqual([])
    const stored = (await rosa.call(contract.getKeyPair, {}))!
    const pair = await openKeyPair(stored.wrapped_private_key, rosa.id, 'another passphrase')
    expect(pair.publicKey).toBe(stored.public_key)
    expect(await ada.call(contract.getKeyPair, {})).toMatchObject({ public_key: ofOwner.public })
  })

  test('SHR-08 gives a previous member no key, and keeps a previous key until nobody needs it', async () => {
    await Promise.all([savePair(ada, ofOwner), savePair(rosa, ofMember)])
    await give()
    const next = await makeKey(folder)
    await ada.call(changeFolderKey, { folders: [{ _id: folder, from: key.enc_id, to: next.enc_id }] })
    expect((await given()).map(each => each.key_id)).toEqual([key.kid])
    await ada.call(removeMember, { folder_id: folder, person_id: rosa.id })
    expect(await given()).toEqual([])
    expect(await toOutcome(rosa.call(contract.listMemberKeys, { folder_id: folder }))).toBe(
      'collections.notFound',
    )
  })
})

test('ENC-05 stores keys for a passkey for their person, replaces and removes them', async () => {
  const place = { personId: ada.id, credentialId: 'Y3JlZGVudGlhbA' }
  const records = [await toKeyRecord(key.raw, { collectionId: folder, label: 'Secrets' })]
  const prf = new Uint8Array(32).fill(7)
  const wrapped = await wrapForPasskey(records, prf, place)
  const credential_id = place.credentialId
  const key_ids = [key.kid]
  const first = await wrapForPasskey(records, prf, place)
  await ada.call(contract.savePasskeyKeys, {
    credential_id,
    wrapped: first,
    key_ids: [key.kid, 'A'.repeat(22), key.kid],
  })
  expect((await ada.call(contract.listPasskeyKeys, {})).passkeys[0]!.key_ids).toEqual([
    key.kid,
    'A'.repeat(22),
  ])
  const replaces = first.split('.')[1]
  await ada.call(contract.savePasskeyKeys, { credential_id, replaces, wrapped, key_ids })
  const { passkeys } = await ada.call(contract.listPasskeyKeys, {})
  expect(passkeys).toMatchObject([{ credential_id, wrapped, key_ids }])
  expect(await openWithPasskey(passkeys[0]!.wrapped, prf, place)).toEqual(records)
  expect(await rosa.call(contract.listPasskeyKeys, {})).toMatchObject({ account_passkeys: [], passkeys: [] })
  const id = newId()
  await app.services.db.write(tx =>
    insertPasskey(tx, {
      id,
      user_id: ada.id,
      credential_id,
      public_key: '',
      counter: 0,
      transports: 'internal hybrid',
      name: 'My phone',
      synced: 0,
      created_at: app.clock.now,
      last_used_at: null,
    }),
  )
  expect(await ada.call(contract.listPasskeyKeys, {})).toMatchObject({
    site: { id: 'localhost' },
    account_passkeys: [{ credential_id, name: 'My phone', transports: ['internal', 'hybrid'] }],
  })
  for (let n = 1; n < 20; n++)
    await ada.call(contract.savePasskeyKeys, { credential_id: `c${n}`, wrapped, key_ids })
  const one = ada.call(contract.savePasskeyKeys, { credential_id: 'more', wrapped, key_ids })
  expect(await toOutcome(one)).toBe('encryption.tooManyPasskeys')
  await ada.call(contract.removePasskeyKeys, { credential_id: 'c1' })
  await ada.call(contract.removePasskeyKeys, { credential_id: 'c1' })
  expect((await ada.call(contract.listPasskeyKeys, {})).passkeys).toHaveLength(19)
  // The keys of a passkey go with it; those of the others stay.
  await app.services.db.write(tx => deletePasskey(tx, rosa.id, id))
  expect((await ada.call(contract.listPasskeyKeys, {})).passkeys).toHaveLength(19)
  await app.services.db.write(tx => deletePasskey(tx, ada.id, id))
  const left = (await ada.call(contract.listPasskeyKeys, {})).passkeys.map(each => each.credential_id)
  expect([left.length, left.includes(credential_id)]).toEqual([18, false])
})

test('ENC-05 E09 does not overwrite keys for a passkey that another browser has stored in the meantime', async () => {
  const place = { personId: ada.id, credentialId: 'Y3JlZGVudGlhbA' }
  const records = [await toKeyRecord(key.raw, { collectionId: folder, label: 'Secrets' })]
  const wrap = () => wrapForPasskey(records, new Uint8Array(32).fill(7), place)
  const save = async (wrapped: string, replaces?: string) =>
    toOutcome(
      ada.call(contract.savePasskeyKeys, {
        credential_id: place.credentialId,
        replaces: replaces?.split('.')[1],
        wrapped,
        key_ids: [key.kid],
      }),
    )
  const stored = async () => (await ada.call(contract.listPasskeyKeys, {})).passkeys[0]?.wrapped
  const all = await Promise.all(Array.from({ length: 6 }, wrap))
  const firsts = await Promise.all(all.slice(0, 3).map(each => save(each)))
  expect(firsts.filter(each => each === 'encryption.passkeyChanged')).toHaveLength(2)
  const first = (await stored())!
  expect(first).toBe(all[firsts.indexOf('done')])
  const seconds = await Promise.all(all.slice(3).map(each => save(each, first)))
  expect(seconds.filter(each => each === 'encryption.passkeyChanged')).toHaveLength(2)
  const second = (await stored())!
  expect(second).toBe(all[3 + seconds.indexOf('done')])
  // A repeated call succeeds, and changes nothing. After a removal nothing is replaced.
  expect(await save(second, first)).toBe('done')
  expect(await save(first, first)).toBe('encryption.passkeyChanged')
  expect(await stored()).toBe(second)
  const remove = (salt: string) =>
    toOutcome(
      ada.call(contract.removePasskeyKeys, {
        credential_id: place.credentialId,
        replaces: salt.split('.')[1],
      }),
    )
  expect(await remove(first)).toBe('encryption.passkeyChanged')
  expect(await stored()).toBe(second)
  expect([await remove(second), await remove(second)]).toEqual(['done', 'done'])
  expect(await save(first, second)).toBe('encryption.passkeyChanged')
  expect(await save(first)).toBe('done')
})
