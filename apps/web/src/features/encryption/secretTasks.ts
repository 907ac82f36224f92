import { EncryptionError } from '@nestmark/encryption/encryptionError'
import type { KeyPair } from '@nestmark/encryption/keyPair'
import type { KeyRecord } from '@nestmark/encryption/keyRecord'
import type { PairFingerprint } from '@nestmark/encryption/pairFingerprint'

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

/** A message to the worker. */
export interface SecretTask {
  id: number
  name: keyof SecretTasks
  input: unknown[]
}

interface Answer {
  id: number
  result?: unknown
  failed?: true
}

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()

function startWorker(): Worker {
  const started = new Worker(new URL('./secret.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const task = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.failed) task?.reject(new EncryptionError())
    else task?.resolve(data.result as never)
  })
  started.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new EncryptionError())
    waiting.clear()
    worker = undefined
  })
  return started
}

/** Runs a task in the worker. @throws EncryptionError */
export function deriveInWorker<Name extends keyof SecretTasks>(
  name: Name,
  ...input: Parameters<SecretTasks[Name]>
): ReturnType<SecretTasks[Name]> {
  worker ??= startWorker()
  const id = ++lastId
  const task: SecretTask = { id, name, input }
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker?.postMessage(task)
  }) as ReturnType<SecretTasks[Name]>
}
