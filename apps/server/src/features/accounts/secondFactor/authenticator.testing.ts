import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Overrides that make a device send false statements. */
export interface ForgedFields {
  origin?: string
  site?: string
  challenge?: string
  type?: string
  /** False for a device without user verification (fingerprint or PIN). */
  verified?: boolean
  counter?: number
  /** The manufacturer's attestation statement, instead of none. */
  statement?: { fmt: string; attStmt: Map<string, unknown> }
  userHandle?: string
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** Returns a software authenticator with one passkey: WebAuthn Level 3, sections 6.1 and 6.5, with ES256. */
export function newDevice(site: { id: string; origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const coseKey = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(jwk.x!, 'base64url')],
      [-3, Buffer.from(jwk.y!, 'base64url')],
    ]),
  )

  function data(flags: number, overrides: ForgedFields, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(overrides.counter ?? 0)
    return Buffer.concat([sha256(overrides.site ?? site.id), Buffer.from([flags]), counter, more])
  }
  const client = (type: string, challenge: string, overrides: ForgedFields) =>
    Buffer.from(
      JSON.stringify({
        type: overrides.type ?? type,
        challenge: overrides.challenge ?? challenge,
        origin: overrides.origin ?? site.origin,
        crossOrigin: false,
      }),
    )
  const present = (overrides: ForgedFields) => (overrides.verified === false ? 0x01 : 0x05)

  return {
    id: url(id),
    /** Responds to the challenge of `/passkeys/begin`. */
    make({ challenge }: { challenge: string }, overrides: ForgedFields = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
      const { fmt, attStmt } = overrides.statement ?? { fmt: 'none', attStmt: new Map<string, unknown>() }
      const object = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', data(present(overrides) | 0x40, overrides, credential)],
      ])
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        response: {
          clientDataJSON: url(client('webauthn.create', challenge, overrides)),
          attestationObject: url(cbor(object)),
          transports: ['internal'],
        },
      }
    },
    /** Responds to the challenge of `/passkeys/ask`. */
    sign({ challenge }: { challenge: string }, userId: string, overrides: ForgedFields = {}) {
      const clientData = client('webauthn.get', challenge, overrides)
      const authenticatorData = data(present(overrides), overrides)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        response: {
          clientDataJSON: url(clientData),
          authenticatorData: url(authenticatorData),
          signature: url(signature),
          userHandle: overrides.userHandle ?? url(userId),
        },
      }
    },
  }
}

/** Encodes the subset of CBOR (RFC 8949) that a device needs. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n])
    if (n < 256) return Buffer.from([(major << 5) | 24, n])
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)]),
  ])
}
