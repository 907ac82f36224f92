import { isSigned, sign } from '../../http/signature.ts'

/** How long the address of an export is valid, in milliseconds. */
export const exportAddressMs = 5 * 60_000

const purpose = 'export address'

/** The signed parameters of the address of an export. */
export interface ExportAddress {
  /** The id of the export. */
  id: string
  /** Its end, in seconds since 1970. */
  expires: string
  sessionId: string
  personId: string
  signature: string
}

/**
 * Returns the address of an export, relative to this server. The name is only shown.
 * @param now milliseconds since 1970
 */
export function createExportAddress(
  secret: string,
  { id, sessionId, personId }: { id: string; sessionId: string; personId: string },
  now: number,
): string {
  const expires = String(Math.floor((now + exportAddressMs) / 1000))
  const signature = sign(secret, purpose, toText({ id, expires, sessionId, personId }))
  const query = new URLSearchParams({ e: expires, s: sessionId, p: personId, m: signature })
  const name = `nestmark-${new Date(now).toISOString().slice(0, 10)}.zip`
  return `/export/${id}/${name}?${query.toString()}`
}

/** Returns whether an address was made by this server and is still valid. */
export function isValidExportAddress(secret: string, address: ExportAddress, now: number): boolean {
  return isSigned(secret, purpose, toText(address), address.signature) && Number(address.expires) * 1000 > now
}

const toText = ({ id, expires, sessionId, personId }: Omit<ExportAddress, 'signature'>) =>
  `${id} ${expires} ${sessionId} ${personId}`
