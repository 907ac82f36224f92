import { type EncryptedField, isEnvelope } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { highlightTexts } from '../reading/highlightShapes.ts'
import { maxFilesPerLink, uploadedFiles } from '../links/linkForm.ts'
import { checkList, id, linkAddress, linkDesc, linkTitle } from '../shapes.ts'

/**
 * Returns the schema of an encrypted field (docs/encryption.md): its format is checked, because the server has no
 * key.
 */
export const envelope = (field: EncryptedField) =>
  z.string().check(
    z.refine(text => isEnvelope(text, field), {
      error: 'encryption.notAnEnvelope' satisfies ErrorCode,
      abort: true,
    }),
  )

/** The encrypted fields of a link. Empty texts are encrypted too; without a picture `thumbnail` is ''. */
export const envelopes = {
  name: envelope('name'),
  desc: envelope('desc'),
  link: envelope('link'),
  thumbnail: z._default(z.union([z.literal(''), envelope('thumbnail')]), ''),
  /** The items of a checklist as JSON. */
  enc_check_list: z.optional(z.nullable(envelope('check_list'))),
}

/**
 * The encrypted files of a link, in order: `file` is the key of an encrypted upload, or of a file that the link has.
 * `sealed` is the envelope of its key, name and type, bound to the id of the link.
 */
export const sealedFiles = z
  .array(z.object({ file: z.string().check(z.maxLength(100)), sealed: envelope('sealed') }))
  .check(z.maxLength(maxFilesPerLink))

const anEncryptedLink = z.object({
  _id: id,
  enc: z.literal(1),
  /** The version that was encrypted. When the link was changed since, the call is rejected. */
  version: z.optional(z.number()),
  ...envelopes,
  /** The caller's private note, where there is one. */
  note: z.optional(envelope('note')),
  /**
   * The caller's highlights of its page, each as an envelope that is bound to the id of the highlight: all of them, as
   * `get-enc-links` lists them. Of several links with one address, the first takes them.
   */
  highlights: z.optional(
    z
      .array(z.object({ _id: id, sealed: envelope('highlight') }))
      .check(z.maxLength(limits.highlightsPerPage)),
  ),
  /**
   * For a link with files, one for each of them, in their order. A link in plain text gets the encrypted uploads in
   * their place; of an encrypted link, only the envelopes are replaced.
   */
  s3_key: z.optional(sealedFiles),
  /**
   * 1: the description includes the names of the tags. A collection with `hide_tags` removes the tags of no other
   * link.
   */
  tags_inside: z.optional(z.literal(1)),
})

const aDecryptedLink = z.object({
  _id: id,
  enc: z.literal(0),
  version: z.optional(z.number()),
  name: linkTitle,
  desc: linkDesc,
  link: linkAddress,
  /** The address of a picture to be stored again, or ''. */
  thumbnail: z._default(z.string().check(z.maxLength(limits.address)), ''),
  check_list: z.optional(z.nullable(checkList)),
  note: z.optional(z.string().check(z.maxLength(limits.linkNote))),
  /** The caller's highlights of the link, all of them. */
  highlights: z.optional(
    z.array(z.extend(highlightTexts, { _id: id })).check(z.maxLength(limits.highlightsPerPage)),
  ),
  /**
   * For a link with files, one upload in plain text for each of them, in their order. They replace the encrypted files.
   */
  s3_key: z.optional(uploadedFiles),
})

export const changedLinks = z
  .array(z.discriminatedUnion('enc', [anEncryptedLink, aDecryptedLink]))
  .check(z.maxLength(limits.encryptedPerCall))
