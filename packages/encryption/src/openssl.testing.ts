import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  pbkdf2Sync,
} from 'node:crypto'

/**
 * A second implementation of scheme `nm1`, written from docs/encryption.md alone, on OpenSSL by `node:crypto`. It shares
 * no code with the package, so that a mistake in one of them shows.
 */

export const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
export const unb64 = (text: string) => Buffer.from(text, 'base64url')

function seal(key: Buffer, iv: Buffer, plain: Buffer, aad: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function unseal(key: Buffer, iv: Buffer, sealed: Buffer, aad: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
}

const hkdf = (material: Buffer, info: string, length: number, salt: Buffer = Buffer.alloc(0)) =>
  Buffer.from(hkdfSync('sha256', material, salt, info, length))

export const kidOf = (key: Buffer) => b64(hkdf(key, 'nm1/kid', 16))

export const deriveSecret = (secret: string, salt: Buffer, iter: number) =>
  pbkdf2Sync(Buffer.from(secret.normalize('NFKC')), salt, iter, 32, 'sha256')

function padTo64(plain: Buffer): Buffer {
  const marked = Buffer.concat([plain, Buffer.from([0x80])])
  return Buffer.concat([marked, Buffer.alloc((64 - (marked.length % 64)) % 64)])
}

export function sealEnvelope(
  key: Buffer,
  { iv, linkId, field }: { iv: Buffer; linkId: string; field: string },
  text: string,
): string {
  const kid = kidOf(key)
  return `nm1.${kid}.${b64(iv)}.${b64(seal(key, iv, padTo64(Buffer.from(text)), `nm1|${kid}|${linkId}|${field}`))}`
}

export function openEnvelope(key: Buffer, place: { linkId: string; field: string }, text: string): string {
  const [, kid = '', iv = '', sealed = ''] = text.split('.')
  const padded = unseal(key, unb64(iv), unb64(sealed), `nm1|${kid}|${place.linkId}|${place.field}`)
  return padded.subarray(0, padded.lastIndexOf(0x80)).toString()
}

export function composeValue(
  key: Buffer,
  options: { collectionId: string; secret: string; salt: Buffer; iter: number; wrapIv: Buffer; iv: Buffer },
): string {
  const { collectionId, secret, salt, iter, wrapIv, iv } = options
  const kid = kidOf(key)
  const wrapped = seal(deriveSecret(secret, salt, iter), wrapIv, key, `nm1|wrap|${collectionId}`)
  const wk = b64(Buffer.concat([wrapIv, wrapped]))
  const header = `{"v":1,"kdf":"pbkdf2-sha256","iter":${iter},"salt":"${b64(salt)}","wk":"${wk}","kid":"${kid}"}`
  const sealed = seal(key, iv, Buffer.from(collectionId), `nm1|${kid}|${collectionId}|enc_id`)
  return `nm1v.${b64(Buffer.from(header))}.${b64(iv)}.${b64(sealed)}`
}

export function openValue(value: string, collectionId: string, secret: string): Buffer {
  const [, header = ''] = value.split('.')
  const { salt, iter, wk } = JSON.parse(unb64(header).toString()) as {
    salt: string
    iter: number
    wk: string
  }
  const wrapped = unb64(wk)
  const secretKey = deriveSecret(secret, unb64(salt), iter)
  return unseal(secretKey, wrapped.subarray(0, 12), wrapped.subarray(12), `nm1|wrap|${collectionId}`)
}

/** PKCS #8 of an X25519 private key is this and its 32 bytes. */
const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex')
/** SubjectPublicKeyInfo of an X25519 public key is this and its 32 bytes. */
const spkiHead = Buffer.from('302a300506032b656e032100', 'hex')

const toPkcs8 = (secret: Buffer) => Buffer.concat([pkcs8Head, secret])
const privateOf = (secret: Buffer) => createPrivateKey({ key: toPkcs8(secret), format: 'der', type: 'pkcs8' })
const publicFrom = (bytes: Buffer) =>
  createPublicKey({ key: Buffer.concat([spkiHead, bytes]), format: 'der', type: 'spki' })

const publicOf = (secret: Buffer) =>
  Buffer.from(createPublicKey(privateOf(secret)).export({ format: 'der', type: 'spki' }).subarray(-32))

export function sealPair(
  secret: Buffer,
  options: { personId: string; passphrase: string; salt: Buffer; iter: number; iv: Buffer },
): string {
  const { personId, passphrase, salt, iter, iv } = options
  const pub = b64(publicOf(secret))
  const header = `{"v":1,"kdf":"pbkdf2-sha256","iter":${iter},"salt":"${b64(salt)}","pub":"${pub}"}`
  const sealed = seal(
    deriveSecret(passphrase, salt, iter),
    iv,
    toPkcs8(secret),
    `nm1|pair|${personId}|${pub}`,
  )
  return `nm1k.${b64(Buffer.from(header))}.${b64(iv)}.${b64(sealed)}`
}

export function give(
  key: Buffer,
  options: {
    collectionId: string
    giver: { id: string; secret: Buffer }
    recipient: { id: string; public: Buffer }
    onceSecret: Buffer
    iv: Buffer
  },
): string {
  const { collectionId, giver, recipient, onceSecret, iv } = options
  const theirs = publicFrom(recipient.public)
  const secrets = [onceSecret, giver.secret].map(secret =>
    diffieHellman({ privateKey: privateOf(secret), publicKey: theirs }),
  )
  const once = b64(publicOf(onceSecret))
  const info = `nm1/give|${once}|${b64(publicOf(giver.secret))}|${b64(recipient.public)}`
  const kid = kidOf(key)
  const aad = `nm1|give|${collectionId}|${kid}|${giver.id}|${recipient.id}`
  return `nm1g.${kid}.${once}.${b64(iv)}.${b64(seal(hkdf(Buffer.concat(secrets), info, 32), iv, key, aad))}`
}

export function fingerprint(halves: { id: string; public: Buffer }[]): string {
  const sorted = halves.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const material = Buffer.concat(sorted.flatMap(half => [Buffer.from(`${half.id}|`), half.public]))
  const bytes = pbkdf2Sync(material, 'nm1|fingerprint', 600_000, 32, 'sha256')
  return [0, 1, 2, 3, 4, 5]
    .map(group =>
      (BigInt(`0x${bytes.subarray(group * 5, group * 5 + 5).toString('hex')}`) % 100_000n).toString(),
    )
    .map(digits => digits.padStart(5, '0'))
    .join(' ')
}

export function sealForPasskey(
  records: string,
  options: { prf: Buffer; salt: Buffer; iv: Buffer; personId: string; credentialId: string },
): string {
  const { prf, salt, iv, personId, credentialId } = options
  const key = hkdf(prf, 'nm1/passkey', 32, salt)
  const sealed = seal(key, iv, Buffer.from(records), `nm1|passkey|${personId}|${credentialId}`)
  return `nm1p.${b64(salt)}.${b64(iv)}.${b64(sealed)}`
}

export function sealChunk(
  key: Buffer,
  options: { prefix: Buffer; uploadId: string; number: number; last: boolean },
  plain: Buffer,
): Buffer {
  const { prefix, uploadId, number, last } = options
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(number)
  return seal(key, Buffer.concat([prefix, counter]), plain, `nm1|chunk|${uploadId}|${number}|${last ? 1 : 0}`)
}

/** Returns the recovery text of a key: 56 digits to the base of 32, most significant first. */
export function recoveryText(key: Buffer): string {
  const sum = createHash('sha256').update('nm1|recovery|').update(key).digest().subarray(0, 3)
  let number = BigInt(`0x${Buffer.concat([key, sum]).toString('hex')}`)
  let text = ''
  for (let digit = 0; digit < 56; digit++) {
    text = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(Number(number % 32n)) + text
    number /= 32n
  }
  return text.match(/.{4}/g)!.join('-')
}
