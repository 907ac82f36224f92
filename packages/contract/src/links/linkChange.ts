import { type EncryptedField, isEnvelope } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { envelope } from '../encryption/encryptedLink.ts'
import type { ErrorCode } from '../errors.ts'
import { plainText } from '../encryption/plainText.ts'
import { category, checkList, id, subCategory, tagName, tagNames } from '../shapes.ts'
import { plainLinkFields } from './plainLinkFields.ts'

/** Returns the check of a text that is short enough, or the envelope of a field of an encrypted link. */
const upTo = (length: number, field: EncryptedField, error: ErrorCode) =>
  z.refine<string>(text => text.length <= length || isEnvelope(text, field), { error })

const title = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'links.titleRequired' satisfies ErrorCode }),
    upTo(limits.title, 'name', 'links.titleTooLong'),
  )
const text = z.string().check(upTo(limits.noteDesc, 'desc', 'links.noteDescTooLong'))
const address = z.string().check(upTo(limits.address, 'link', 'links.linkInvalid'))

/** A change of a link. All texts of an encrypted link are envelopes of its key. */
export const linkChange = z.object({
  link_id: id,
  version: z.optional(z.number()),
  link: z.optional(address),
  name: z.optional(title),
  desc: z.optional(text),
  category: z.optional(category),
  subCategory: z.optional(z.nullable(subCategory)),
  parent: z.optional(id),
  /** What `finish-upload` returned for a picture: it becomes the thumbnail of the file of the link. */
  thumb: z.optional(z.string().check(z.maxLength(100))),
  thumbnail: z.optional(z.string().check(upTo(limits.address, 'thumbnail', 'links.linkInvalid'))),
  tags: z.optional(tagNames),
  added_tags: z._default(z.array(z.string()), []),
  added_tags_name: z._default(z.array(tagName), []),
  deleted_tags: z._default(z.array(z.string()), []),
  check_list: z.optional(checkList),
  /** The items of an encrypted checklist; null removes them. */
  enc_check_list: z.optional(z.nullable(envelope('check_list'))),
  ...z.partial(z.object(plainLinkFields)).shape,
  ...plainText,
})

/** The text of a note, or its envelope on an encrypted link. A blank note is rejected. */
export const noteChange = z
  .string({ error: 'links.noteRequired' satisfies ErrorCode })
  .check(
    upTo(limits.linkNote, 'note', 'links.noteTooLong'),
    z.trim(),
    z.minLength(1, { error: 'links.noteRequired' satisfies ErrorCode }),
  )
