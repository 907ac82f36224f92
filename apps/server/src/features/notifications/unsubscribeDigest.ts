import type { unsubscribeDigest as contract } from '@nestmark/contract/notifications'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { Services } from '../../services.ts'
import { updatePerson } from '../session/store.ts'
import { isUnsubscribeKey } from './unsubscribeKey.ts'

/** Disables the digest of the person in the address. Idempotent. */
export async function unsubscribeDigest(
  { services }: { services: Services },
  { person, key }: Parsed<typeof contract>,
): Promise<Output<typeof contract>> {
  if (!isUnsubscribeKey(services.config, person, key)) refuse('notifications.stopKeyWrong')
  await services.db.write(tx => updatePerson(tx, person, { digest: 0 }))
  services.events.publish({ ownerId: person, isPrivate: true, by: null, topics: ['profile'] })
  return {}
}
