import { randomBytes, toBase64url } from '@nestmark/encryption/bytes'
import { type CollectionKey, generateKey, openKey } from '@nestmark/encryption/keys/collectionKey'
import { openText, sealText } from '@nestmark/encryption/envelope'
import { atMost, type Row, type World } from '../../benchmark.ts'
import { openChange } from '../../change.ts'
import { encrypt, fill, makeTexts, sealedFields as fields } from '../../inputs/encryptedLinks.ts'
import { inTurns, median, timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'

const links = 10_000
const turns = 30

/**
 * Measures the encryption of the links of a collection against bare calls of WebCrypto with the same bytes, and the
 * first screen of an encrypted collection against the same in plain text.
 */
export async function encryption(world: World): Promise<Row[]> {
  const key = await openKey(generateKey())
  return [...(await sealing(key)), ...(await firstScreen(world, key))]
}

async function sealing(key: CollectionKey): Promise<Row[]> {
  const all = Array.from({ length: links }, (_, at) => makeTexts(toBase64url(randomBytes(16)), at))
  const plain = all.flatMap(texts =>
    fields.map(field => {
      const bytes = new TextEncoder().encode(texts[field])
      const padded = new Uint8Array(Math.ceil((bytes.length + 1) / 64) * 64)
      padded.set(bytes)
      return { texts, field, padded, bound: `nm1|${key.kid}|${texts.id}|${field}`, iv: randomBytes(12) }
    }),
  )
  let envelopes: string[] = []
  let sealed: ArrayBuffer[] = []
  const parameters = (each: (typeof plain)[0]) => ({
    name: 'AES-GCM',
    iv: each.iv,
    additionalData: new TextEncoder().encode(each.bound),
  })
  const taken = await inTurns(
    {
      seal: () =>
        timed(async () => {
          envelopes = await Promise.all(
            plain.map(({ texts, field }) => sealText(key, { linkId: texts.id, field }, texts[field])),
          )
        }),
      bareSeal: () =>
        timed(async () => {
          sealed = await Promise.all(
            plain.map(each => crypto.subtle.encrypt(parameters(each), key.aes, each.padded)),
          )
        }),
      open: () =>
        timed(() =>
          Promise.all(
            plain.map(({ texts, field }, at) =>
              openText(key, { linkId: texts.id, field }, envelopes[at] ?? ''),
            ),
          ),
        ),
      bareOpen: () =>
        timed(() =>
          Promise.all(
            plain.map((each, at) =>
              crypto.subtle.decrypt(parameters(each), key.aes, sealed[at] ?? new ArrayBuffer(0)),
            ),
          ),
        ),
    },
    5,
  )
  const [seal, bareSeal, open, bareOpen] = [taken.seal, taken.bareSeal, taken.open, taken.bareOpen].map(
    median,
  )
  const what = `of ${links.toLocaleString('en')} links against bare WebCrypto`
  return [
    atMost(3, `encryption ${what}`, seal ?? 0, bareSeal ?? 0),
    atMost(3, `decryption ${what}`, open ?? 0, bareOpen ?? 0),
  ]
}

async function firstScreen({ small: { server, person, location, personId } }: World, key: CollectionKey) {
  const clear = await fill(person, 'In clear', links)
  const locked = await fill(person, 'Encrypted', links)
  await encrypt(person, key, locked)
  const wire = await Wire.open(server.port)
  const change = await openChange(location, personId)
  const first = (folder_id: string) => post('/api/get-folder-links-from-path', { folder_id }, person.token)
  const timeOf = (folder: string) => async () => {
    await change.commit()
    return wire.time(first(folder))
  }
  const taken = await inTurns(
    {
      empty: () => wire.time(get('/api/health')),
      clear: timeOf(clear.folder),
      locked: timeOf(locked.folder),
    },
    turns,
  )
  await change.close()
  wire.close()
  const what = `first screen of ${links.toLocaleString('en')} encrypted links`
  return [atMost(1.5, what, median(taken.locked), median(taken.clear), 'with the limit in clear')]
}
