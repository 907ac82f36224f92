import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'

/** What stands in the address that stops a person's mails: nobody makes it up without SECRET, and it opens nothing else. */
export function createStopKey({ secret }: Pick<Config, 'secret'>, personId: string): string {
  return createHmac('sha256', secret).update(`nestmark stop digest ${personId}`).digest('base64url')
}

/** True when the key is the person's. */
export function isStopKey(config: Pick<Config, 'secret'>, personId: string, key: string): boolean {
  const right = Buffer.from(createStopKey(config, personId))
  const given = Buffer.from(key)
  return given.length === right.length && timingSafeEqual(given, right)
}
