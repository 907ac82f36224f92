import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EncryptedField } from '@nestmark/core/encryptedText'
import { beforeAll, expect, test } from 'vitest'
import { fromBase64url, type Bytes, toBase64url } from './bytes.ts'
import { keyIdOf, openKey, readKey } from './keys/collectionKey.ts'
import { openText, sealTextWith } from './envelope.ts'
import { openChunk, sealChunk } from './files/fileChunks.ts'
import { toAesKey } from './gcm.ts'
import { openGivenKey } from './keys/givenKey.ts'
import { type KeyPair, openKeyPair } from './keys/keyPair.ts'
import * as openssl from './openssl.testing.ts'
import { pairFingerprint } from './keys/pairFingerprint.ts'
import { openWithPasskey } from './keys/passkeyKeys.ts'
import { fromRecoveryText, toRecoveryText } from './keys/recoveryText.ts'
import { deriveSecretBytes } from './secrets/secret.ts'
import {
  composeValidationValue,
  openBySecret,
  opensValidationValue,
  type RawKey,
} from './secrets/validationValue.ts'
import { vectors, vectorsPath } from './vectors.testing.ts'

const raw = readKey(vectors.key)
const header = (salt: string, iter: number) => ({ v: 1, kdf: 'pbkdf2-sha256', iter, salt }) as const
const asField = (field: string) => field as EncryptedField
const buffer = openssl.unb64

let key: RawKey
let recipient: KeyPair

beforeAll(async () => {
  key = { ...(await openKey(raw)), raw }
})

test('ENC-05 the key id, the recovery text and the derived secrets are those of the published vectors', async () => {
  expect(await keyIdOf(raw)).toBe(vectors.kid)
  expect(await toRecoveryText(raw)).toBe(vectors.recovery)
  expect(await fromRecoveryText(vectors.recovery)).toEqual(raw)
  for (const { secret, salt, iter, derived } of vectors.secrets) {
    expect(toBase64url(await deriveSecretBytes(secret, header(salt, iter)))).toBe(derived)
  }
})

test('ENC-07 makes and opens the envelopes of the published vectors', async () => {
  for (const { link, field, iv, text, envelope } of vectors.envelopes) {
    const place = { linkId: link, field: asField(field) }
    expect(await sealTextWith(key, place, text, fromBase64url(iv))).toBe(envelope)
    expect(await openText(key, place, envelope)).toBe(text)
  }
})

test('ENC-05 makes the published validation value, which opens by its secret and by its key', async () => {
  const { secret, enc_id, iv } = vectors.validation
  const opened = await openBySecret(enc_id, vectors.collection, secret)
  expect(opened.raw).toEqual(raw)
  expect(await opensValidationValue(key, enc_id, vectors.collection)).toBe(true)
  expect(await opensValidationValue(key, enc_id, 'another-collection')).toBe(false)
  const fields = JSON.parse(new TextDecoder().decode(fromBase64url(enc_id.split('.')[1]!)))
  const again = { collectionId: vectors.collection, header: fields, iv: fromBase64url(iv) }
  expect(await composeValidationValue(key, again)).toBe(enc_id)
})

test('E05 the published key pairs open, and the key that one gave the other', async () => {
  const [owner, member] = vectors.people as [(typeof vectors.people)[0], (typeof vectors.people)[0]]
  recipient = await openKeyPair(member.wrapped, member.id, member.passphrase)
  expect(recipient.publicKey).toBe(member.public)
  const giving = {
    collectionId: vectors.collection,
    giver: { id: owner.id, publicKey: owner.public },
    recipient: { id: member.id, publicKey: member.public },
  }
  expect((await openGivenKey(vectors.given.given, recipient, giving)).raw).toEqual(raw)
  const halves = [giving.recipient, giving.giver] as const
  expect((await pairFingerprint(...halves)).groups.join(' ')).toBe(vectors.fingerprint)
})

test('ENC-05 the keys wrapped for the passkey of the published vectors open', async () => {
  const { credential, prf, wrapped, label } = vectors.passkey
  const place = { personId: vectors.people[0]!.id, credentialId: credential }
  expect(await openWithPasskey(wrapped, fromBase64url(prf), place)).toEqual([
    { parent: vectors.collection, label, kid: vectors.kid, key: vectors.key, v: 1 },
  ])
})

test('ENC-07 makes and opens the published chunk of a file', async () => {
  const { upload, iv_prefix, number, last, text, sealed } = vectors.chunk
  const ivPrefix: Bytes = fromBase64url(iv_prefix)
  const file = { key: await toAesKey(fromBase64url(vectors.chunk.key)), ivPrefix, uploadId: upload }
  const plain = new TextEncoder().encode(text)
  expect(toBase64url(await sealChunk(file, { number, last }, plain))).toBe(sealed)
  expect(await openChunk(file, { number, last }, fromBase64url(sealed))).toEqual(plain)
})

test('ENC-07 an independent implementation on OpenSSL has the same vectors', () => {
  const bytes = buffer(vectors.key)
  expect(openssl.kidOf(bytes)).toBe(vectors.kid)
  expect(openssl.recoveryText(bytes)).toBe(vectors.recovery)
  for (const { secret, salt, iter, derived } of vectors.secrets)
    expect(openssl.b64(openssl.deriveSecret(secret, buffer(salt), iter))).toBe(derived)
  for (const { link, field, iv, text, envelope } of vectors.envelopes) {
    const place = { iv: buffer(iv), linkId: link, field }
    expect(openssl.sealEnvelope(bytes, place, text)).toBe(envelope)
    expect(openssl.openEnvelope(bytes, place, envelope)).toBe(text)
  }
  const { secret, salt, iter, wrap_iv, iv, enc_id } = vectors.validation
  const options = { collectionId: vectors.collection, secret, iter, salt: buffer(salt) }
  expect(openssl.composeValue(bytes, { ...options, wrapIv: buffer(wrap_iv), iv: buffer(iv) })).toBe(enc_id)
  expect(openssl.openValue(enc_id, vectors.collection, secret)).toEqual(bytes)
})

test('E05 an independent implementation on OpenSSL has the same pairs, given keys, passkeys and chunks', () => {
  for (const person of vectors.people) {
    const options = { personId: person.id, passphrase: person.passphrase, iter: 600_000 }
    const bytes = { salt: buffer(person.salt), iv: buffer(person.iv) }
    expect(openssl.sealPair(buffer(person.private), { ...options, ...bytes })).toBe(person.wrapped)
  }
  const people = vectors.people.map(person => ({
    id: person.id,
    secret: buffer(person.private),
    public: buffer(person.public),
  }))
  expect(openssl.fingerprint(people)).toBe(vectors.fingerprint)
  const [giver, member] = people as [(typeof people)[0], (typeof people)[0]]
  const { once_private, iv, given } = vectors.given
  const giving = { collectionId: vectors.collection, giver, recipient: member, iv: buffer(iv) }
  expect(openssl.give(buffer(vectors.key), { ...giving, onceSecret: buffer(once_private) })).toBe(given)

  const { chunk, passkey } = vectors
  const file = {
    prefix: buffer(chunk.iv_prefix),
    uploadId: chunk.upload,
    number: chunk.number,
    last: chunk.last,
  }
  const sealed = openssl.sealChunk(buffer(chunk.key), file, Buffer.from(chunk.text))
  expect(openssl.b64(sealed)).toBe(chunk.sealed)
  const record = {
    parent: vectors.collection,
    label: passkey.label,
    kid: vectors.kid,
    key: vectors.key,
    v: 1,
  }
  const place = { personId: giver.id, credentialId: passkey.credential }
  const secrets = { prf: buffer(passkey.prf), salt: buffer(passkey.salt), iv: buffer(passkey.iv) }
  expect(openssl.sealForPasskey(JSON.stringify([record]), { ...secrets, ...place })).toBe(passkey.wrapped)
})

test('ENC-07 docs/encryption.md shows the published vectors', () => {
  const page = readFileSync(join(vectorsPath, '../encryption.md'), 'utf8')
  const shown = [
    vectors.kid,
    vectors.recovery,
    vectors.validation.enc_id,
    vectors.fingerprint,
    vectors.given.given,
    ...vectors.secrets.map(each => each.derived),
    ...vectors.envelopes.map(each => each.envelope),
  ]
  expect(shown.filter(value => !page.includes(value))).toEqual([])
})
