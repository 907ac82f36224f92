import type { AddressKind } from '../../calls/sessionAddress.ts'

/** The addresses of exports. */
export const exportAddress: AddressKind = { path: 'export', purpose: 'export address', validMs: 5 * 60_000 }
