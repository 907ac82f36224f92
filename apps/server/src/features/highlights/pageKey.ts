import { hash } from 'node:crypto'
import { highlightsKey } from '@nestmark/core/url'

/** Returns the key of the page of an address: addresses of any length have short keys. */
export const toPageKey = (address: string): string => hash('sha256', highlightsKey(address), 'base64url')

/** Returns the key of the page of an encrypted link, whose address the server does not have. */
export const toLinkKey = (linkId: string): string => `link:${linkId}`
