import { createInputSealer } from '@nestmark/client/encryption/sealInput'
import { keyRing } from './keyRing.ts'
import { knownLinks } from './openAnswer.ts'

/** Encrypts edits of the encrypted links that this page has read. */
export const sealer = createInputSealer(keyRing, knownLinks)
export const { changesSealedLink, sealInput } = sealer
