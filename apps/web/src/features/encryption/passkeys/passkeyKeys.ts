import {
  type listPasskeyKeys as list,
  listPasskeyKeys,
  savePasskeyKeys,
} from '@nestmark/contract/encryptionKeys'
import type { Output } from '@nestmark/contract/operation'
import { EncryptionError } from '@nestmark/encryption/encryptionError'
import type { KeyRecord } from '@nestmark/encryption/keyRecord'
import { openWithPasskey, wrapForPasskey } from '@nestmark/encryption/passkeyKeys'
import { client } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { isSameKey, type KeyLifetime, keyRing } from '../../../lib/encryption/keyRing.ts'
import { type AllowedPasskey, askPasskey, type PasskeyAnswer } from './askPasskey.ts'
import { KeyMissingError } from './passkeyErrors.ts'

/** The keys of a person that one passkey opens. */
export type PasskeyRecord = Output<typeof list>['passkeys'][number]

/** Which passkeys may answer, for whom, and until when the page waits. */
export interface PasskeyQuestion {
  siteId: string
  personId: string
  allowed: readonly AllowedPasskey[]
  signal: AbortSignal
}

const isIn = (records: readonly KeyRecord[], record: KeyRecord) =>
  records.some(each => isSameKey(each, record))

/**
 * Lets a passkey open all keys of this browser, in addition to those that it opens already.
 * @throws PasskeyCancelledError, PrfMissingError, EncryptionError, Refusal
 */
export async function addKeysToPasskey({
  siteId,
  personId,
  allowed,
  signal,
}: PasskeyQuestion): Promise<void> {
  const answer = await askPasskey(siteId, allowed, signal)
  try {
    await addKeys(answer, personId)
  } finally {
    answer.output.fill(0)
  }
}

/**
 * Opens the keys of a passkey and saves those that this browser does not have. If the browser has others, the passkey
 * opens these too from now on.
 * @param kids the keys that are needed, of which one is enough; without them any
 * @throws PasskeyCancelledError, PrfMissingError, KeyMissingError, EncryptionError
 */
export async function openPasskeyKeys(
  { siteId, personId, allowed, signal }: PasskeyQuestion,
  { records, kids, kept }: { records: readonly PasskeyRecord[]; kids?: readonly string[]; kept: KeyLifetime },
): Promise<void> {
  const answer = await askPasskey(siteId, allowed, signal)
  const { credentialId, output } = answer
  let isUpdating = false
  try {
    const record = records.find(each => each.credential_id === credentialId)
    if (!record) throw new EncryptionError()
    const opened = await openWithPasskey(record.wrapped, output, { personId, credentialId })
    const before = keyRing.get()
    keyRing.save(
      opened.filter(each => !isIn(before, each)),
      kept,
    )
    if (before.some(each => !isIn(opened, each))) {
      isUpdating = true
      // The keys are open already: what fails here is shown by the settings, and done with the next touch.
      void addKeys(answer, personId)
        .catch(() => undefined)
        .finally(() => output.fill(0))
    }
    if (kids && !opened.some(({ kid }) => kids.includes(kid))) throw new KeyMissingError()
  } finally {
    if (!isUpdating) output.fill(0)
  }
}

/**
 * Stores the keys of this browser for a passkey. Those that it opens already stay, because they may be nowhere else. They
 * are read anew: another browser may have added some.
 */
async function addKeys({ credentialId, output }: PasskeyAnswer, personId: string): Promise<void> {
  const place = { personId, credentialId }
  const { passkeys } = await client.call(listPasskeyKeys, {})
  const present = passkeys.find(each => each.credential_id === credentialId)
  const former = present ? await openWithPasskey(present.wrapped, output, place) : []
  const here = keyRing.get()
  const records = [...former.filter(each => !isIn(here, each)), ...here]
  await client.call(savePasskeyKeys, {
    credential_id: credentialId,
    wrapped: await wrapForPasskey(records, output, place),
    key_ids: [...new Set(records.map(({ kid }) => kid))],
  })
  await refresh(['keys'])
}
