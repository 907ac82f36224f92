import { createKnownLinks } from '@nestmark/client/encryption/knownLinks'
import { createOpenAnswer } from '@nestmark/client/encryption/openAnswer'
import { keyRing } from './keyRing.ts'
import { createInputSealer } from '@nestmark/client/encryption/sealInput'

/** The encrypted links that this page has read. */
export const knownLinks = createKnownLinks(keyRing)
export const { findSealedLink } = knownLinks
export const openAnswer = createOpenAnswer(keyRing, knownLinks)

/** Encrypts edits of the encrypted links that this page has read. */
export const sealer = createInputSealer(keyRing, knownLinks)
export const { changesSealedLink, sealInput } = sealer
