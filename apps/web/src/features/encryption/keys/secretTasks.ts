import { EncryptionError } from '@nestmark/encryption/encryptionError'
import type { KeyPair } from '@nestmark/encryption/keys/keyPair'
import type { KeyRecord } from '@nestmark/encryption/keys/keyRecord'
import type { PairFingerprint } from '@nestmark/encryption/keys/pairFingerprint'
import { createWorkerTasks } from '../../../lib/browser/workerTasks.ts'

/** The public key of a person. */
export interface PublicHalf {
  id: string
  publicKey: string
}

/** What is derived from a secret takes up to a second, so a worker does it and the page stays responsive. */
export interface SecretTasks {
  /** Opens the key of a validation value. @returns the key in base64url */
  openBySecret(value: string, collectionId: string, secret: string): Promise<string>
  /** Makes the validation values of collections. @param key in base64url @returns the values by collection */
  makeValues(key: string, collectionIds: readonly string[], secret: string): Promise<Map<string, string>>
  readFile(text: string, passphrase?: string): Promise<KeyRecord[]>
  makeKeyPair(personId: string, passphrase: string): Promise<{ publicKey: string; wrappedPrivateKey: string }>
  /** Opens a key pair. Its private key cannot be read out of the handle. */
  openKeyPair(wrapped: string, personId: string, passphrase: string): Promise<KeyPair>
  /** Returns what two people compare. */
  fingerprint(one: PublicHalf, other: PublicHalf): Promise<PairFingerprint>
}

const worker = createWorkerTasks<SecretTasks>(
  () => new Worker(new URL('./secret.worker.ts', import.meta.url), { type: 'module' }),
  () => new EncryptionError(),
)

/** Runs a task in the worker. @throws EncryptionError */
export const deriveInWorker = worker.run
