import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The published test vectors: docs/encryption-vectors.json. Bytes are in base64url. */
export interface Vectors {
  collection: string
  key: string
  kid: string
  recovery: string
  secrets: { secret: string; salt: string; iter: number; derived: string }[]
  envelopes: { link: string; field: string; iv: string; text: string; envelope: string }[]
  validation: { secret: string; salt: string; iter: number; wrap_iv: string; iv: string; enc_id: string }
  people: {
    id: string
    private: string
    public: string
    passphrase: string
    salt: string
    iv: string
    wrapped: string
  }[]
  fingerprint: string
  given: { once_private: string; iv: string; given: string }
  passkey: { credential: string; prf: string; salt: string; iv: string; label: string; wrapped: string }
  chunk: {
    upload: string
    key: string
    iv_prefix: string
    number: number
    last: boolean
    text: string
    sealed: string
  }
}

export const vectorsPath = join(import.meta.dirname, '../../../docs/encryption-vectors.json')

export const vectors = JSON.parse(readFileSync(vectorsPath, 'utf8')) as Vectors
