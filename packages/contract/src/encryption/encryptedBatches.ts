import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { envelope } from './encryptedLink.ts'
import { folderKeys, saveEncryptedLink } from './encryption.ts'
import { operation } from '../operation.ts'
import { flag, id, time } from '../shapes.ts'

/** A position in the list: the last collection before it. */
const folderPosition = z.string().check(z.regex(/^after\.[A-Za-z0-9_-]{1,64}$/))

export const listFolderKeys = operation({
  path: 'list-folder-keys',
  keyScope: 'read',
  summary:
    `Lists a collection and all its descendants with what get-folder-keys returns for each, except \`tagged\`, by id, ${limits.foldersWithKeys} at a time. ` +
    '`after` is `next` of the page before. For owner and members.',
  input: z.object({ folder_id: id, after: z.optional(folderPosition) }),
  output: z.object({
    folders: z.array(z.object({ _id: id, ...folderKeys })),
    /** null after the last page. */
    next: z.nullable(folderPosition),
  }),
  errors: ['collections.notFound', 'collections.readOnly'],
  reads: ['collections', 'links'],
})

const linkForm = z.omit(saveEncryptedLink.input, { s3_key: true })

export const saveEncryptedLinks = operation({
  path: 'save-enc-links',
  keyScope: 'write',
  summary:
    `Saves up to ${limits.encryptedPerCall} new encrypted links, all or none, such as those of an encrypted export. Links that an earlier call has saved, by ` +
    'their ids, stay as they are. `created` is their date, from 1990 to tomorrow; another date becomes the present one.',
  input: z.object({
    links: z
      .array(
        z.extend(linkForm, {
          created: z.optional(time),
          favourite: z.optional(flag),
          /** The private note of the caller. */
          note: z.optional(envelope('note')),
        }),
      )
      .check(z.minLength(1), z.maxLength(limits.encryptedPerCall)),
  }),
  output: z.object({
    saved: z.number(),
    existing: z.number(),
    /** The links that this call has saved. */
    ids: z.array(id),
  }),
  errors: saveEncryptedLink.errors,
  events: ['link.created'],
  touches: ['favourites', 'notes'],
})
