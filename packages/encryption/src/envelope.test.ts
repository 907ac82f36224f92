import { encryptedFields, envelopeLimit, isEnvelope, parseEnvelope } from '@nestmark/core/encryptedText'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBase64url, randomBytes, toBase64url } from './bytes.ts'
import { type CollectionKey, generateKey, openKey } from './keys/collectionKey.ts'
import { EncryptionError } from './encryptionError.ts'
import { type EnvelopePlace, openText, sealText, pad, removePadding } from './envelope.ts'

const place: EnvelopePlace = { linkId: 'l1nkAAAAAAAAAAAAAAAA1', field: 'desc' }

/** Every failure has this one text. */
const failure = new EncryptionError()

let key: CollectionKey
let other: CollectionKey

beforeAll(async () => {
  key = await openKey(generateKey())
  other = await openKey(generateKey())
})

const text = (maxLength: number) =>
  fc.string({ unit: 'binary', maxLength, size: 'max' }).filter(each => each.isWellFormed())

describe('texts', () => {
  test('ENC-07 restores every text, NUL, byte order mark and emoji included', async () => {
    const run = fc.asyncProperty(text(300), async plain => {
      expect(await openText(key, place, await sealText(key, place, plain))).toBe(plain)
    })
    await fc.assert(run, { numRuns: 60 })
    for (const plain of ['', '\0', '\uFEFFx', 'a\u0080\0\0', '👩🏽‍🚀', 'שלום', '\uFFFD', 'é'.normalize('NFD')])
      expect(await openText(key, place, await sealText(key, place, plain))).toBe(plain)
  })

  test('ENC-07 restores long texts, up to the limit of the field', async () => {
    const run = fc.asyncProperty(text(65_536), async plain => {
      expect(await openText(key, place, await sealText(key, place, plain))).toBe(plain)
    })
    await fc.assert(run, { numRuns: 5 })
    const longest = '漢'.repeat(100_000)
    const envelope = await sealText(key, place, longest)
    expect(envelope.length).toBe(envelopeLimit('desc'))
    expect(await openText(key, place, envelope)).toBe(longest)
    await expect(sealText(key, place, longest + '漢'.repeat(64))).rejects.toThrow(failure)
  })

  test('ENC-07 rejects a text with a lone surrogate, because UTF-8 would lose it', async () => {
    await expect(sealText(key, place, 'a\uD800b')).rejects.toThrow(failure)
  })

  test('ENC-07 texts of a similar length have envelopes of one length, and no envelope comes twice', async () => {
    const envelopes = await Promise.all(['', 'a', 'a'.repeat(63)].map(plain => sealText(key, place, plain)))
    expect(new Set(envelopes.map(each => each.length)).size).toBe(1)
    expect((await sealText(key, place, 'a'.repeat(64))).length).toBeGreaterThan(envelopes[0]!.length)
    const same = await Promise.all(Array.from({ length: 20 }, () => sealText(key, place, 'same')))
    expect(new Set(same).size).toBe(20)
  })
})

describe('changed envelopes', () => {
  test('E05 every change of one bit fails, with the same text', async () => {
    const envelope = await sealText(key, place, 'a title')
    const characters = new TextEncoder().encode(envelope)
    for (let at = 0; at < characters.length; at++)
      for (let bit = 0; bit < 8; bit++) {
        const changed = characters.slice()
        changed[at]! ^= 1 << bit
        await expect(openText(key, place, String.fromCharCode(...changed))).rejects.toThrow(failure)
      }
  })

  test('E05 every change of one bit of the bytes fails', async () => {
    const parts = (await sealText(key, place, 'a title')).split('.')
    for (const part of [1, 2, 3]) {
      const bytes = fromBase64url(parts[part]!)
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const changed = bytes.slice()
        changed[bit >> 3]! ^= 1 << (bit & 7)
        const envelope = parts.with(part, toBase64url(changed)).join('.')
        await expect(openText(key, place, envelope)).rejects.toThrow(failure)
      }
    }
  })

  test('E05 the envelope of another field, link or key fails, and one with a changed key id', async () => {
    const envelope = await sealText(key, place, 'a title')
    await expect(openText(key, { ...place, field: 'name' }, envelope)).rejects.toThrow(failure)
    await expect(openText(key, { ...place, linkId: 'another' }, envelope)).rejects.toThrow(failure)
    await expect(openText(other, place, envelope)).rejects.toThrow(failure)
    const renamed = envelope.replace(key.kid, other.kid)
    await expect(openText(other, place, renamed)).rejects.toThrow(failure)
    await expect(openText({ ...key, kid: other.kid }, place, renamed)).rejects.toThrow(failure)
  })

  test('E05 a truncated or lengthened envelope fails', async () => {
    const envelope = await sealText(key, place, 'x'.repeat(200))
    for (let length = 0; length < envelope.length; length++)
      await expect(openText(key, place, envelope.slice(0, length))).rejects.toThrow(failure)
    for (const more of ['A', '.', '\n', ' ', '=', 'A'.repeat(64), 'A'.repeat(1_000_000)])
      await expect(openText(key, place, envelope + more)).rejects.toThrow(failure)
  })

  test('E05 rejects an id that a reader could take for another one', async () => {
    for (const linkId of ['', 'a|b', 'é', 'a'.repeat(65)])
      await expect(sealText(key, { ...place, linkId }, 'a')).rejects.toThrow(failure)
  })
})

describe('shape', () => {
  test('E03 recognises the shape of an envelope without a key, and nothing else', async () => {
    const envelope = await sealText(key, place, 'a title')
    expect(parseEnvelope(envelope, 'desc')?.kid).toBe(key.kid)
    const noEnvelopes = [
      '',
      'a title',
      'nm1',
      'nm1...',
      envelope.slice(0, -1),
      `${envelope}A`,
      `${envelope}\n`,
    ]
    for (const each of noEnvelopes) expect(isEnvelope(each, 'desc'), each).toBe(false)
    expect(isEnvelope(envelope.replace('nm1', 'nm2'), 'desc')).toBe(false)
    for (const field of encryptedFields) {
      const sealed = await sealText(key, { ...place, field }, 'a')
      expect(isEnvelope(sealed, field)).toBe(true)
      expect(isEnvelope(`${sealed}${'A'.repeat(envelopeLimit(field))}`, field)).toBe(false)
    }
  })

  test('ENC-07 padding comes off exactly, and the opener accepts no other padding', () => {
    for (let length = 0; length < 200; length++) {
      const bytes = randomBytes(length)
      expect(pad(bytes).length % 64).toBe(0)
      expect(removePadding(pad(bytes))).toEqual(bytes)
    }
    const bad = [
      new Uint8Array(0),
      new Uint8Array(64),
      new Uint8Array(63).fill(0x80),
      pad(new Uint8Array(5)).fill(1, 60),
    ]
    for (const padded of bad) expect(() => removePadding(padded)).toThrow(failure)
    const block = new Uint8Array(128)
    block[10] = 0x80
    expect(() => removePadding(block)).toThrow(failure)
  })

  test('base64url is the one of Node, and has one form for the same bytes', () => {
    for (let length = 0; length < 70; length++) {
      const bytes = randomBytes(length)
      const encoded = toBase64url(bytes)
      expect(encoded).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64url(encoded)).toEqual(bytes)
    }
    for (const bad of ['A', 'AB', 'AAB', 'AA==', 'A+', 'A/', 'é', 'AA A', 'AA\n'])
      expect(() => fromBase64url(bad), bad).toThrow(failure)
  })
})
