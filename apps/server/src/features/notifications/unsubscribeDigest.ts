import * as contract from '@nestmark/contract/notifications'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { updatePerson } from '../session/store.ts'
import { isUnsubscribeKey } from './unsubscribeKey.ts'
import { action } from '../../calls/action.ts'

/** Disables the digest of the person in the address. Idempotent. */
export const unsubscribeDigest = action(
  contract.unsubscribeDigest,
  async ({ services }: Pick<Call, 'services'>, { person, key }) => {
    if (!isUnsubscribeKey(services.config, person, key)) refuse('notifications.stopKeyWrong')
    await services.db.write(tx => updatePerson(tx, person, { digest: 0 }))
    services.events.publish({ ownerId: person, isPrivate: true, by: null, topics: ['profile'] })
    return {}
  },
)
