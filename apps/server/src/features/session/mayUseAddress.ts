import { type AddressKind, isValidSessionAddress, type SessionAddress } from '../../calls/sessionAddress.ts'
import type { CommonServices } from '../../calls/services.ts'
import { hasSession } from './sessionStore.ts'

/** Returns whether an address is valid, and its session has not ended. */
export async function mayUseAddress(
  { config, db, now }: Pick<CommonServices, 'config' | 'db' | 'now'>,
  kind: AddressKind,
  address: SessionAddress,
): Promise<boolean> {
  if (!isValidSessionAddress(config.secret, kind, address, now())) return false
  return hasSession(db.read, address.sessionId, address.personId, now())
}
