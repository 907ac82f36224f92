import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomBytes } from '../bytes.ts'
import { generateKey, openKey, readKey } from './collectionKey.ts'
import { EncryptionError } from '../encryptionError.ts'
import { readKeyFile, writeKeyFile } from './keyFile.ts'
import { checkRecords, toKeyRecord } from './keyRecord.ts'
import { fromRecoveryText, recoveryTextLength, toRecoveryText } from './recoveryText.ts'
import { checkHeader, newSecretHeader, type SecretHeader } from '../secrets/secret.ts'
import { estimateBits, weakBits } from '../secrets/strength.ts'
import { generateSecret, listTypedSecrets } from '../secrets/strongSecret.ts'
import {
  changeSecret,
  makeValidationValue,
  makeValidationValues,
  openBySecret,
  opensValidationValue,
  readKeyId,
} from '../secrets/validationValue.ts'
import { vectors } from '../vectors.testing.ts'

const failure = new EncryptionError()
const created = '2026-11-25T12:00:00.000Z'

async function aKey() {
  const raw = generateKey()
  return { ...(await openKey(raw)), raw }
}

describe('secrets', () => {
  test('ENC-04 ENC-05 a changed secret opens the same key, and the old secret no longer opens the new value', async () => {
    const key = await aKey()
    const collectionId = vectors.collection
    const value = await makeValidationValue(key, { collectionId, secret: 'first secret' })
    const changed = await changeSecret(value, { collectionId, from: 'first secret', to: 'second secret' })
    expect((await openBySecret(changed, collectionId, 'second secret')).raw).toEqual(key.raw)
    await expect(openBySecret(changed, collectionId, 'first secret')).rejects.toThrow(failure)
    expect(readKeyId(changed)).toBe(key.kid)
    expect(await opensValidationValue(key, changed, collectionId)).toBe(true)
    await expect(makeValidationValue(key, { collectionId, secret: '7 chars' })).rejects.toThrow(failure)
  })

  test('ENC-12 the collections of a tree share a key and a secret, and their values are not interchangeable', async () => {
    const key = await aKey()
    const values = await makeValidationValues(key, { collectionIds: ['one', 'two'], secret: 'of the tree' })
    expect((await openBySecret(values.get('two')!, 'two', 'of the tree')).raw).toEqual(key.raw)
    expect(await opensValidationValue(key, values.get('one')!, 'one')).toBe(true)
    expect(await opensValidationValue(key, values.get('one')!, 'two')).toBe(false)
  })

  test('E07 rejects a header that asks for a weak, endless or unknown derivation', () => {
    const good = newSecretHeader()
    expect(checkHeader(good).length).toBe(16)
    const bad: object[] = [
      { iter: 599_999 },
      { iter: 10_000_001 },
      { iter: 1 },
      { iter: 600_000.5 },
      { iter: Number.NaN },
      { iter: '600000' },
      { v: 2 },
      { v: 0 },
      { kdf: 'pbkdf2-sha1' },
      { kdf: 'none' },
      { salt: '' },
      { salt: 'AAAAAAAAAAAAAAAAAAAA' },
      { salt: 'A'.repeat(200) },
      { salt: '!' },
    ]
    for (const part of bad) expect(() => checkHeader({ ...good, ...part } as SecretHeader)).toThrow(failure)
  })

  test('E07 rejects a validation value with a changed header before it derives anything', async () => {
    const parts = vectors.validation.enc_id.split('.')
    const header = JSON.parse(Buffer.from(parts[1]!, 'base64url').toString()) as Record<string, unknown>
    const withHeader = (changed: object) =>
      parts.with(1, Buffer.from(JSON.stringify(changed)).toString('base64url')).join('.')
    const changes = [
      { ...header, iter: 1000 },
      { ...header, v: 2 },
      { ...header, kdf: 'sha256' },
      { ...header, more: 1 },
      { ...header, wk: 'AAAA' },
      { kid: header['kid'], ...header },
    ]
    for (const changed of changes)
      await expect(openBySecret(withHeader(changed), vectors.collection, 'a secret')).rejects.toThrow(failure)
    const notUtf8 = parts.with(1, Buffer.alloc(parts[1]!.length, 0xff).toString('base64url')).join('.')
    await expect(openBySecret(notUtf8, vectors.collection, 'a secret')).rejects.toThrow(failure)
    const key = await openKey(readKey(vectors.key))
    const values = ['', 'nm1v', `${vectors.validation.enc_id}A`, vectors.validation.enc_id.slice(0, -2)]
    for (const value of values) expect(await opensValidationValue(key, value, vectors.collection)).toBe(false)
    expect(await opensValidationValue(await aKey(), vectors.validation.enc_id, vectors.collection)).toBe(
      false,
    )
  })

  test('E05 every change of one bit of a validation value makes the key invalid', async () => {
    const key = await openKey(readKey(vectors.key))
    const characters = new TextEncoder().encode(vectors.validation.enc_id)
    const [, header = ''] = vectors.validation.enc_id.split('.')
    // The header of the secret is checked by opening the wrapped key, so only the rest concerns a key file.
    for (let at = header.length + 6; at < characters.length; at++)
      for (let bit = 0; bit < 8; bit++) {
        const changed = characters.slice()
        changed[at]! ^= 1 << bit
        const value = String.fromCharCode(...changed)
        expect(await opensValidationValue(key, value, vectors.collection)).toBe(false)
      }
  })

  test('ENC-04 generated secrets have 26 characters without look-alikes, and differ', () => {
    const secrets = Array.from({ length: 500 }, generateSecret)
    expect(secrets.every(secret => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(secret))).toBe(true)
    expect(new Set(secrets).size).toBe(500)
    expect(new Set(secrets.join('')).size).toBe(32)
  })

  test('ENC-03 ENC-04 accepts a generated secret in lower case and in groups, and other secrets as the user types them', () => {
    const secret = '0123456789ABCDEFGHJKMNPQRS'
    expect(listTypedSecrets(secret)).toEqual([secret])
    for (const typed of [
      secret.toLowerCase(),
      ' 0123-4567 89ab-cdef ghjk-mnpq rs ',
      secret.replace('0', 'o'),
      secret.replace('1', 'l'),
      secret.replace('1', 'I'),
    ])
      expect(listTypedSecrets(typed)).toEqual([secret, typed])
    for (const other of [
      `${secret}T`,
      secret.slice(1),
      secret.replace('A', 'U'),
      'correct horse',
      '',
      'ß'.repeat(26),
    ])
      expect(listTypedSecrets(other)).toEqual([other])
  })

  test('ENC-04 the strength distinguishes guessable secrets from random ones', () => {
    const weak = [
      'password',
      'Password123!',
      'P@ssw0rd2026',
      'qwertyuiop',
      '12345678',
      'aaaaaaaaaaaaaaaaaaaa',
    ]
    weak.push('abcabcabcabc', 'iloveyou1', 'summer2024', 'letmein!!', 'abcdefghijklmnop', 'Nestmark1')
    for (const secret of weak) expect(estimateBits(secret), secret).toBeLessThan(40)
    for (const secret of ['hR7$kQ2z', 'x9Fw3bTq']) expect(estimateBits(secret), secret).toBeLessThan(weakBits)
    for (const secret of ['tundra velvet oboe quartz lichen', 'kV9#mQ2$xW7!pL4&', 'Ж8фы-лЩзх-7э-цйНгш'])
      expect(estimateBits(secret), secret).toBeGreaterThanOrEqual(weakBits)
    for (let n = 0; n < 50; n++) expect(estimateBits(generateSecret())).toBeGreaterThan(90)
    expect(estimateBits('')).toBe(0)
  })
})

describe('key files', () => {
  const record = async (label: string, collectionId = `collection-${label}`) =>
    toKeyRecord(generateKey(), { collectionId, label })

  test('ENC-05 restores a key file with one key and with many', async () => {
    const one = [await record('one')]
    expect(await readKeyFile(await writeKeyFile(one, { created }))).toEqual(one)
    const many = await Promise.all(Array.from({ length: 50 }, (_, n) => record(`n${n}`)))
    const text = await writeKeyFile(many, { created })
    expect(await readKeyFile(`\uFEFF${text}`)).toEqual(many)
  })

  test('ENC-05 a key file with a passphrase has no key in plain text, and opens only by it', async () => {
    const records = [await record('one')]
    const text = await writeKeyFile(records, { created, passphrase: 'of the file' })
    expect(text).not.toContain(records[0]!.key)
    expect(await readKeyFile(text, 'of the file')).toEqual(records)
    await expect(readKeyFile(text, 'of another file')).rejects.toThrow(failure)
    await expect(readKeyFile(text)).rejects.toThrow(failure)
  })

  test('E04 rejects with one text a file that is damaged, forged or something else', async () => {
    const records = [await record('one'), await record('two')]
    const text = await writeKeyFile(records, { created })
    const file = JSON.parse(text) as { keys: Record<string, unknown>[] }
    const withKeys = (keys: unknown) => JSON.stringify({ ...file, keys })
    const bad = [
      '',
      '{}',
      '[]',
      'null',
      'a letter',
      text.slice(0, -10),
      text.replace('nestmark-keys', 'others-keys'),
      text.replace('"v": 1', '"v": 3'),
      withKeys([]),
      withKeys({}),
      withKeys([file.keys[0]]),
      withKeys([file.keys[0], file.keys[0]]),
      withKeys([{ ...file.keys[0], kid: file.keys[1]!['kid'] }, file.keys[1]]),
      withKeys([{ ...file.keys[0], label: '' }, file.keys[1]]),
      withKeys([{ ...file.keys[0], parent: 'a|b' }, file.keys[1]]),
      withKeys([{ ...file.keys[0], key: 'short' }, file.keys[1]]),
      withKeys([{ ...file.keys[0], v: 2 }, file.keys[1]]),
      ' '.repeat(2_000_001),
    ]
    for (const each of bad) await expect(readKeyFile(each), each.slice(0, 200)).rejects.toThrow(failure)
  })

  test('E04 no input makes the reading of a file, a record or a key fail in another way', async () => {
    const run = fc.asyncProperty(fc.json(), fc.string(), async (json, text) => {
      await expect(readKeyFile(json)).rejects.toThrow(failure)
      await expect(readKeyFile(text)).rejects.toThrow(failure)
      await expect(checkRecords(JSON.parse(json))).rejects.toThrow(failure)
      await expect(fromRecoveryText(text)).rejects.toThrow(failure)
    })
    await fc.assert(run, { numRuns: 60 })
  })
})

describe('recovery text', () => {
  test('ENC-02 restores a key from the text of its sheet, however the user types it', async () => {
    for (let n = 0; n < 30; n++) {
      const raw = randomBytes(32)
      const text = await toRecoveryText(raw)
      expect(text.length).toBe(recoveryTextLength)
      for (const typed of [
        text,
        text.toLowerCase(),
        text.replaceAll('-', ' '),
        text.replaceAll('0', 'o').replaceAll('1', 'l'),
      ])
        expect(await fromRecoveryText(typed)).toEqual(raw)
    }
  })

  test('E04 finds a wrong, missing or swapped character of a sheet', async () => {
    const text = await toRecoveryText(readKey(vectors.key))
    const wrong = [...text].flatMap((character, at) =>
      character === '-' ? [] : [text.slice(0, at) + (character === 'A' ? 'B' : 'A') + text.slice(at + 1)],
    )
    for (const each of [...wrong, text.slice(1), `${text}A`, text.replace('0', 'U'), ''])
      await expect(fromRecoveryText(each), each).rejects.toThrow(failure)
  })
})
