import { listPasskeyKeys } from '@nestmark/contract/encryption/encryptionKeys'
import type { Output } from '@nestmark/contract/operation'
import { useEffect, useState } from 'react'
import { useOperation } from '../../../lib/api/operations.ts'
import { supportsPasskeys } from '../../../lib/browser/passkeys.ts'
import { useMe } from '../../session/data.ts'

/** The passkeys of the signed-in person, and the keys that these open. */
export interface PasskeyKeys extends Output<typeof listPasskeyKeys> {
  personId: string
  /** The host name of the passkeys; null where this page cannot use them. */
  siteId: string | null
}

/** Returns the passkeys of the person; undefined while they load, for visitors, and in a browser without passkeys. */
export function usePasskeyKeys(): PasskeyKeys | undefined {
  const personId = useMe()?.user_id
  const enabled = personId !== undefined && supportsPasskeys()
  const { data } = useOperation(listPasskeyKeys, {}, { quiet: true, enabled })
  if (!enabled || !data) return undefined
  const { site } = data
  return { ...data, personId, siteId: site !== null && isOfThisPage(site.id) ? site.id : null }
}

/** Returns the ids of the keys that a passkey of the account opens. */
export function useKeysInPasskeys(): ReadonlySet<string> {
  const known = usePasskeyKeys()
  const present = new Set(known?.account_passkeys.map(each => each.credential_id))
  const records = known?.passkeys.filter(each => present.has(each.credential_id)) ?? []
  return new Set(records.flatMap(each => each.key_ids))
}

/** Browsers offer a passkey to the host that it was created for, and to those below it. */
const isOfThisPage = (host: string) => location.hostname === host || location.hostname.endsWith(`.${host}`)

/**
 * Returns whether the browser has the PRF extension; true until it is known, and where the browser cannot report it.
 */
export function usePrfSupport(): boolean {
  const [isSupported, setIsSupported] = useState(true)
  useEffect(() => {
    void readPrfSupport().then(setIsSupported)
  }, [])
  return isSupported
}

async function readPrfSupport(): Promise<boolean> {
  if (!supportsPasskeys() || typeof PublicKeyCredential.getClientCapabilities !== 'function') return true
  const capabilities = await PublicKeyCredential.getClientCapabilities().catch(() => undefined)
  return (capabilities as Record<string, boolean> | undefined)?.['extension:prf'] !== false
}
