import { randomBytes } from 'node:crypto'

/** Returns 256 random bits with a prefix that lets secret scanners and log filters recognise them. */
export const newSecret = () => `nmw_${randomBytes(32).toString('base64url')}`
