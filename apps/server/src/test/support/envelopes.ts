import { vectors } from '@nestmark/encryption/vectors.testing'

const envelope = (field: string) => vectors.envelopes.find(each => each.field === field)!.envelope

/**
 * Texts in the format of encrypted ones, from the published vectors: the server cannot distinguish them. They are
 * bound to the ids of the vectors, so no key opens them elsewhere.
 */
export const sealed = {
  name: envelope('name'),
  desc: envelope('desc'),
  link: envelope('link'),
}
/** The envelope of a file, which the server cannot distinguish from that of another text. */
export const sealedFile = envelope('name')
export const validationValue = vectors.validation.enc_id
/** Another value of the same key. */
export const otherValue = `${validationValue.slice(0, -4)}AAAA`
const keyId = vectors.kid
export const keyPair = {
  public_key: vectors.people[0]!.public,
  wrapped_private_key: vectors.people[0]!.wrapped,
}
export const givenKey = vectors.given.given
export const passkeyKeys = {
  credential_id: vectors.passkey.credential,
  wrapped: vectors.passkey.wrapped,
  key_ids: [keyId],
}
