import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../calls/signature.ts'
import type { Config } from '../../configuration/config.ts'

/**
 * Returns the key in the unsubscribe address of a person: it cannot be forged without SECRET, and grants nothing
 * else.
 */
export function createUnsubscribeKey({ secret }: Pick<Config, 'secret'>, personId: string): string {
  return createHmac('sha256', secret).update(`nestmark stop digest ${personId}`).digest('base64url')
}

/** Returns true when the key is the person's. */
export function isUnsubscribeKey(config: Pick<Config, 'secret'>, personId: string, key: string): boolean {
  return isSameSecret(createUnsubscribeKey(config, personId), key)
}
