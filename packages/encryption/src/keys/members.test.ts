import { beforeAll, describe, expect, test } from 'vitest'
import { generateKey, openKey } from './collectionKey.ts'
import { EncryptionError } from '../encryptionError.ts'
import { giveKey, openGivenKey } from './givenKey.ts'
import { type KeyPair, makeKeyPair, openKeyPair, supportsKeyPairs } from './keyPair.ts'
import { pairFingerprint } from './pairFingerprint.ts'
import { openWithPasskey, wrapForPasskey } from './passkeyKeys.ts'
import { toKeyRecord } from './keyRecord.ts'
import { randomBytes } from '../bytes.ts'
import type { RawKey } from '../secrets/validationValue.ts'
import { vectors } from '../vectors.testing.ts'

const failure = new EncryptionError()
const [owner, member] = vectors.people as [(typeof vectors.people)[0], (typeof vectors.people)[0]]

let ownerPair: KeyPair
let memberPair: KeyPair
let key: RawKey

beforeAll(async () => {
  ownerPair = await openKeyPair(owner.wrapped, owner.id, owner.passphrase)
  memberPair = await openKeyPair(member.wrapped, member.id, member.passphrase)
  const raw = generateKey()
  key = { ...(await openKey(raw)), raw }
})

const giving = {
  collectionId: vectors.collection,
  giver: { id: owner.id, publicKey: owner.public },
  recipient: { id: member.id, publicKey: member.public },
}

describe('giving a key', () => {
  test('E05 only the recipient opens a given key, and only for its collection and from its giver', async () => {
    const given = await giveKey(key, ownerPair, giving)
    expect((await openGivenKey(given, memberPair, giving)).raw).toEqual(key.raw)
    expect(await giveKey(key, ownerPair, giving)).not.toBe(given)

    const others = [
      { ...giving, collectionId: 'another' },
      { ...giving, giver: { ...giving.giver, id: 'another' } },
      { ...giving, giver: { ...giving.giver, publicKey: member.public } },
      { ...giving, recipient: { ...giving.recipient, id: 'another' } },
    ]
    for (const other of others) await expect(openGivenKey(given, memberPair, other)).rejects.toThrow(failure)
    const toOwner = { ...giving, recipient: giving.giver, giver: giving.recipient }
    await expect(openGivenKey(given, ownerPair, toOwner)).rejects.toThrow(failure)
    await expect(openGivenKey(given, ownerPair, giving)).rejects.toThrow(failure)
  })

  test('E05 a server that knows both public keys cannot give another key in the name of the owner', async () => {
    const evil = await makeKeyPair(owner.id, 'of the server')
    const evilPair = await openKeyPair(evil.wrappedPrivateKey, owner.id, 'of the server')
    await expect(giveKey(key, evilPair, giving)).rejects.toThrow(failure)
    const asItself = { ...giving, giver: { id: owner.id, publicKey: evil.publicKey } }
    const forged = await giveKey(key, evilPair, asItself)
    await expect(openGivenKey(forged, memberPair, giving)).rejects.toThrow(failure)
  })

  test('E05 every change of a character of a given key fails', async () => {
    const given = await giveKey(key, ownerPair, giving)
    for (let at = 0; at < given.length; at++) {
      const changed = given.slice(0, at) + (given[at] === 'A' ? 'B' : 'A') + given.slice(at + 1)
      await expect(openGivenKey(changed, memberPair, giving)).rejects.toThrow(failure)
    }
    const zero = given.split('.').with(2, 'A'.repeat(43)).join('.')
    await expect(openGivenKey(zero, memberPair, giving)).rejects.toThrow(failure)
  })
})

describe('key pairs', () => {
  test('ENC-05 a key pair opens by its passphrase', async () => {
    expect(await supportsKeyPairs()).toBe(true)
    const pair = await openKeyPair(owner.wrapped, owner.id, owner.passphrase)
    expect(pair.publicKey).toBe(owner.public)
    expect(pair.privateKey.extractable).toBe(false)
    const given = await giveKey(key, pair, giving)
    expect((await openGivenKey(given, memberPair, giving)).raw).toEqual(key.raw)
    await expect(openKeyPair(owner.wrapped, owner.id, 'another passphrase')).rejects.toThrow(failure)
    await expect(openKeyPair(owner.wrapped, member.id, owner.passphrase)).rejects.toThrow(failure)
  })

  test('E07 rejects a key pair with another public half or a weaker derivation', async () => {
    const parts = owner.wrapped.split('.')
    const header = JSON.parse(Buffer.from(parts[1]!, 'base64url').toString()) as object
    const changes = [{ pub: member.public }, { iter: 1000 }, { v: 2 }, { salt: 'AAAA' }]
    for (const change of changes) {
      const text = Buffer.from(JSON.stringify({ ...header, ...change })).toString('base64url')
      const wrapped = parts.with(1, text).join('.')
      await expect(openKeyPair(wrapped, owner.id, owner.passphrase)).rejects.toThrow(failure)
    }
  })

  test('E05 the fingerprint is the same for both people, and differs with either key and person', async () => {
    const one = { id: owner.id, publicKey: owner.public }
    const two = { id: member.id, publicKey: member.public }
    const mine = await pairFingerprint(one, two)
    expect(await pairFingerprint(two, one)).toEqual(mine)
    expect(mine.groups.every(group => /^\d{5}$/.test(group))).toBe(true)
    const swapped = await pairFingerprint(
      { ...one, publicKey: two.publicKey },
      { ...two, publicKey: one.publicKey },
    )
    expect(swapped.groups).not.toEqual(mine.groups)
  })
})

test('ENC-05 keys wrapped for a passkey open only with it, and for its person', async () => {
  const records = [await toKeyRecord(key.raw, { collectionId: vectors.collection, label: 'Work' })]
  const prf = randomBytes(32)
  const place = { personId: owner.id, credentialId: 'credential' }
  const wrapped = await wrapForPasskey(records, prf, place)
  expect(await openWithPasskey(wrapped, prf, place)).toEqual(records)
  const others = [
    { ...place, personId: 'another' },
    { ...place, credentialId: 'another' },
  ]
  for (const other of others) await expect(openWithPasskey(wrapped, prf, other)).rejects.toThrow(failure)
  await expect(openWithPasskey(wrapped, randomBytes(32), place)).rejects.toThrow(failure)
  await expect(openWithPasskey(wrapped, randomBytes(16), place)).rejects.toThrow(failure)
  await expect(openWithPasskey(wrapped.slice(0, -1), prf, place)).rejects.toThrow(failure)
})
