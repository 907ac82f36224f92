import { isSigned, sign } from '../../http/signature.ts'

/** How long the address of a PDF is valid, in milliseconds (P04). */
export const pdfAddressMs = 15 * 60_000

const purpose = 'pdf address'

/** The signed parameters of the address of a PDF. */
export interface PdfAddress {
  /** The key of its object in the store. */
  key: string
  /** Its end, in seconds since 1970. */
  expires: string
  sessionId: string
  /** Who pays for the bandwidth. */
  personId: string
  signature: string
}

/**
 * Returns the address of a PDF, relative to this server. The name is only shown.
 * @param now milliseconds since 1970
 */
export function createPdfAddress(
  secret: string,
  { name, ...signed }: { key: string; name: string; sessionId: string; personId: string },
  now: number,
): string {
  const expires = String(Math.floor((now + pdfAddressMs) / 1000))
  const signature = sign(secret, purpose, toText({ ...signed, expires }))
  const query = new URLSearchParams({ e: expires, s: signed.sessionId, p: signed.personId, m: signature })
  return `/pdf/${signed.key}/${encodeURIComponent(name)}?${query.toString()}`
}

/** Returns whether an address was made by this server and is still valid. */
export function isValidPdfAddress(secret: string, address: PdfAddress, now: number): boolean {
  return isSigned(secret, purpose, toText(address), address.signature) && Number(address.expires) * 1000 > now
}

const toText = ({ key, expires, sessionId, personId }: Omit<PdfAddress, 'signature'>) =>
  `${key} ${expires} ${sessionId} ${personId}`
