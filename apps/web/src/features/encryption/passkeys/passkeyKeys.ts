import {
  type listPasskeyKeys as list,
  listPasskeyKeys,
  removePasskeyKeys,
  savePasskeyKeys,
} from '@nestmark/contract/encryption/encryptionKeys'
import type { Output } from '@nestmark/contract/operation'
import { EncryptionError } from '@nestmark/encryption/encryptionError'
import type { KeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { openWithPasskey, wrapForPasskey } from '@nestmark/encryption/keys/passkeyKeys'
import { client, Refusal } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { isSameKey, type KeyLifetime, keyRing } from '../../../lib/encryption/keyRing.ts'
import { readPlaces } from '../tasks/places.ts'
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

/** What changes about the keys of a passkey. What it does not name stays, because it may be nowhere else. */
export interface PasskeyChange {
  add?: readonly KeyRecord[]
  /** The ids of the keys that the passkey no longer opens. */
  remove?: readonly string[]
}

/**
 * Changes which keys a passkey opens.
 * @returns the id of the passkey that has answered
 * @throws PasskeyCancelledError, PrfMissingError, EncryptionError, Refusal
 */
export async function changePasskeyKeys(
  { siteId, personId, allowed, signal }: PasskeyQuestion,
  change: PasskeyChange,
): Promise<string> {
  const answer = await askPasskey(siteId, allowed, signal)
  try {
    await storeChange(answer, personId, change)
    return answer.credentialId
  } finally {
    answer.output.fill(0)
  }
}

/**
 * Opens the keys of a passkey and saves those that this browser does not have. If the browser has the present key of
 * one of their collections, the passkey opens this too from now on. Previous keys are not restored: they may have been
 * removed.
 * @param kids the keys that are needed, of which one is enough; without them any
 * @throws PasskeyCancelledError, PrfMissingError, KeyMissingError, EncryptionError
 */
export async function openPasskeyKeys(
  { siteId, personId, allowed, signal }: PasskeyQuestion,
  {
    records,
    kids,
    lifetime,
  }: { records: readonly PasskeyRecord[]; kids?: readonly string[]; lifetime: KeyLifetime },
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
      lifetime,
    )
    const others = before.filter(
      each => !isIn(opened, each) && opened.some(({ parent }) => parent === each.parent),
    )
    if (others.length > 0) {
      isUpdating = true
      // The keys are open already: what fails here is shown by the settings, and done with the next touch.
      void findPresent(others)
        .then(add => (add.length > 0 ? storeChange(answer, personId, { add }) : undefined))
        .catch(() => undefined)
        .finally(() => output.fill(0))
    }
    if (kids && !opened.some(({ kid }) => kids.includes(kid))) throw new KeyMissingError()
  } finally {
    if (!isUpdating) output.fill(0)
  }
}

/** Returns the keys that are the present ones of their collections. */
async function findPresent(keys: readonly KeyRecord[]): Promise<KeyRecord[]> {
  const places = await readPlaces([...new Set(keys.map(({ parent }) => parent))])
  return keys.filter(each => places.some(({ id, kid }) => id === each.parent && kid === each.kid))
}

/** How often a change is tried while other browsers change the same keys. */
const maxTries = 5

/**
 * Stores a change. The keys are read again for each try: another browser may have added some, which the server does not
 * overwrite.
 */
async function storeChange(
  { credentialId, output }: PasskeyAnswer,
  personId: string,
  { add = [], remove = [] }: PasskeyChange,
): Promise<void> {
  const place = { personId, credentialId }
  for (let tries = 1; ; tries += 1) {
    const { passkeys } = await client.call(listPasskeyKeys, {})
    const present = passkeys.find(each => each.credential_id === credentialId)
    const stored = present ? await openWithPasskey(present.wrapped, output, place) : []
    const records = [
      ...stored.filter(each => !isIn(add, each) && !remove.includes(each.kid)),
      ...add.filter(each => !remove.includes(each.kid)),
    ]
    const target = { credential_id: credentialId, replaces: present?.wrapped.split('.')[1] }
    try {
      if (records.length === 0) await client.call(removePasskeyKeys, target)
      else
        await client.call(savePasskeyKeys, {
          ...target,
          wrapped: await wrapForPasskey(records, output, place),
          key_ids: [...new Set(records.map(({ kid }) => kid))],
        })
      break
    } catch (error) {
      const isChanged = error instanceof Refusal && error.code === 'encryption.passkeyChanged'
      if (!isChanged || tries === maxTries) throw error
    }
  }
  await refresh(['keys'])
}
