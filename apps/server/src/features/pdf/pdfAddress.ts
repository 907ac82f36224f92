import type { AddressKind } from '../../calls/sessionAddress.ts'

/** The addresses of PDF files (P04). Their id is that of the upload. */
export const pdfAddress: AddressKind = { path: 'pdf', purpose: 'pdf address', validMs: 15 * 60_000 }
