import { isSigned, sign } from './signature.ts'

/** A kind of addresses that only the session of one person may use. */
export interface AddressKind {
  /** The first part of the path. */
  path: string
  /** Separates the uses of the secret. */
  purpose: string
  /** How long an address is valid, in milliseconds. */
  validMs: number
}

/** The signed parameters of an address. */
export interface SessionAddress {
  id: string
  /** Its end, in seconds since 1970. */
  expires: string
  sessionId: string
  personId: string
  signature: string
}

/**
 * Returns an address, relative to this server. The name of the file is only shown.
 * @param now milliseconds since 1970
 */
export function createSessionAddress(
  secret: string,
  { path, purpose, validMs }: AddressKind,
  { name, ...signed }: Pick<SessionAddress, 'id' | 'sessionId' | 'personId'> & { name: string },
  now: number,
): string {
  const expires = String(Math.floor((now + validMs) / 1000))
  const signature = sign(secret, purpose, toText({ ...signed, expires }))
  const query = new URLSearchParams({ e: expires, s: signed.sessionId, p: signed.personId, m: signature })
  return `/${path}/${signed.id}/${encodeURIComponent(name)}?${query.toString()}`
}

/** Returns whether an address was made by this server and is still valid. */
export function isValidSessionAddress(
  secret: string,
  { purpose }: AddressKind,
  address: SessionAddress,
  now: number,
): boolean {
  return isSigned(secret, purpose, toText(address), address.signature) && Number(address.expires) * 1000 > now
}

const toText = ({ id, expires, sessionId, personId }: Omit<SessionAddress, 'signature'>) =>
  `${id} ${expires} ${sessionId} ${personId}`
