import { isSigned, sign } from '../../http/signature.ts'

/** How long the address of a file is valid, in milliseconds. */
export const addressMs = 300_000

/** The name of an encrypted file, which the server does not know. */
export const unknownName = 'file'

const purpose = 'file address'

/** The signed parameters of the address of a file. */
export interface FileAddress {
  /** The id of the file. */
  id: string
  /** Its end, in seconds since 1970. */
  expires: string
  /** The id of the session or API key that asked for it; '' for a visitor. */
  sessionId: string
  signature: string
}

/**
 * Returns the address of a file, relative to this server. The name is only shown.
 * @param now milliseconds since 1970
 */
export function createFileAddress(
  secret: string,
  { id, name, sessionId }: { id: string; name: string; sessionId: string },
  now: number,
): string {
  const expires = String(Math.floor((now + addressMs) / 1000))
  const signature = sign(secret, purpose, toText({ id, expires, sessionId }))
  const query = new URLSearchParams({ e: expires, s: sessionId, m: signature })
  return `/f/${id}/${encodeURIComponent(name || unknownName)}?${query.toString()}`
}

/** Returns whether an address was made by this server and is still valid. */
export function isValidAddress(secret: string, address: FileAddress, now: number): boolean {
  return isSigned(secret, purpose, toText(address), address.signature) && Number(address.expires) * 1000 > now
}

const toText = ({ id, expires, sessionId }: Omit<FileAddress, 'signature'>) => `${id} ${expires} ${sessionId}`
