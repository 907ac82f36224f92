import { fromBase64url, toBase64url } from '@nestmark/encryption/bytes'
import { openKey } from '@nestmark/encryption/keys/collectionKey'
import { readKeyFile } from '@nestmark/encryption/keys/keyFile'
import { makeKeyPair, openKeyPair } from '@nestmark/encryption/keys/keyPair'
import { pairFingerprint } from '@nestmark/encryption/keys/pairFingerprint'
import { makeValidationValues, openBySecret } from '@nestmark/encryption/secrets/validationValue'
import type { SecretTasks } from './secretTasks.ts'

/** What the worker of secrets does. */
export const secretWork: SecretTasks = {
  async openBySecret(value, collectionId, secret) {
    return toBase64url((await openBySecret(value, collectionId, secret)).raw)
  },
  async makeValues(key, collectionIds, secret) {
    const raw = fromBase64url(key)
    return makeValidationValues({ ...(await openKey(raw)), raw }, { collectionIds, secret })
  },
  readFile: (text, passphrase) => readKeyFile(text, passphrase),
  makeKeyPair,
  openKeyPair,
  fingerprint: pairFingerprint,
}
