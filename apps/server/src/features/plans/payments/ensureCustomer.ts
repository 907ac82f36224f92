import { createHash } from 'node:crypto'
import { refuse } from '../../../access/refuse.ts'
import type { Call } from '../../../calls/call.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { findUser } from '../../session/userStore.ts'
import { isMissing } from './atProvider.ts'
import { putCustomer } from './customerStore.ts'
import { type Synced, syncPurchases } from './syncPurchases.ts'

/** Returns the caller's purchases; makes the caller a customer of the provider first. */
export async function ensureCustomer({ actor, services }: Call, provider: PaymentProvider): Promise<Synced> {
  const { personId } = actor
  const known = await syncKnown()
  if (known) return known
  const { db, now } = services
  const user = (await findUser(db.read, personId)) ?? refuse('session.expired')
  const stripe = await provider.open()
  // The same key for the same customer: two calls at once make one.
  const attempt = createHash('sha256')
    .update(`${personId} ${user.email} ${known === null}`)
    .digest('hex')
  const { id } = await stripe.customers.create(
    { email: user.email, metadata: { account: personId } },
    { idempotencyKey: `customer-${attempt}` },
  )
  await db.write(tx => putCustomer(tx, { personId, customerId: id, now: now() }))
  return (await syncPurchases(services, provider, personId)) ?? refuse('session.expired')

  /** @returns undefined for no customer, null for one that the provider does not know: one of another account */
  async function syncKnown(): Promise<Synced | undefined | null> {
    try {
      return await syncPurchases(services, provider, personId)
    } catch (error) {
      if (!isMissing(error)) throw error
      return null
    }
  }
}
