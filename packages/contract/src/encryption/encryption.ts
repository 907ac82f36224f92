import { isValidationValue, keyIdPattern, validationLimit } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { changedLinks, envelopes, sealedFiles } from './encryptedLink.ts'
import type { ErrorCode } from '../errors.ts'
import { highlight } from '../reading/highlightShapes.ts'
import { keyId } from './keyIds.ts'
import { operation, writingErrors } from '../operation.ts'
import { plainText } from './plainText.ts'
import { searchInput } from '../search/searchTypes.ts'
import { category, flag, id, link, subCategory, tagNames } from '../shapes.ts'

/** The validation value of a collection: its key, wrapped by the secret. The secret opens it. */
export const validationValue = z
  .string()
  .check(
    z.maxLength(validationLimit),
    z.refine(isValidationValue, { error: 'encryption.notAnEnvelope' satisfies ErrorCode, abort: true }),
  )

const changeErrors = [
  'links.notFound',
  'links.readOnly',
  'links.noneChosen',
  'links.changedElsewhere',
  'links.titleRequired',
  'links.linkRequired',
  'links.linkInvalid',
  'links.descRequired',
  'links.descTooLong',
  ...writingErrors,
  'collections.otherOwner',
  'encryption.notAnEnvelope',
  'encryption.mixed',
  'encryption.alreadyEncrypted',
  'encryption.notEncrypted',
  'encryption.noKey',
  'encryption.otherKey',
  'encryption.filesMissing',
  'encryption.noteMissing',
  'encryption.highlightsMissing',
  'encryption.tagsHidden',
  'encryption.plainText',
  'files.uploadNotFound',
  'files.encrypted',
  'files.notEncrypted',
  'files.categoryWrong',
] as const

const changedAnswer = {
  changed: z.number(),
  /** The new versions, in the order of the input. */
  links: z.array(z.object({ _id: id, version: z.number() })),
}

/** What encrypting or decrypting links changes. */
const changedTopics = [
  'links',
  'collections',
  'notes',
  'highlights',
  'tags',
  'copies',
  'storage',
  'profile',
  'notifications',
] as const

export const updateEnc = operation({
  path: 'update-enc',
  keyScope: 'write',
  summary:
    'Encrypts links (`enc` 1: every field is an envelope), or decrypts them (`enc` 0: every field in clear), all or none, at most 100. ' +
    'With `from_key`, encrypted links of that key are encrypted again with the present key of their collection. With `move_to`, the links also ' +
    'move there, and their envelopes are of the key of that collection. Files of links are replaced by the uploads in `s3_key`; files of links that are ' +
    'encrypted again stay, with new envelopes. In a collection with `hide_tags`, the links lose their tags (`tags_inside`). What becomes encrypted is removed from everywhere else; this cannot be undone.',
  input: z.object({
    links: changedLinks,
    from_key: z.optional(keyId),
    move_to: z.optional(id),
    /** 1: decrypted links may move to a collection with a key. */
    ...plainText,
    /** The list shown on the page; ignored. */
    parent: z.optional(z.nullable(id)),
    input: z.optional(searchInput),
    order: z.optional(z.number()),
  }),
  output: z.object(changedAnswer),
  errors: changeErrors,
  events: ['link.movedAway', 'link.movedHere'],
  touches: changedTopics,
})

export const updateEncFolders = operation({
  path: 'update-enc-folders',
  keyScope: 'write',
  summary:
    'Sets the validation values of collections that have none (`enc_id`), or removes them where no encrypted link is left (null), and in the same ' +
    'transaction encrypts or decrypts links like update-enc: a collection with all its descendants, all or none. A large one takes several calls. Owner only.',
  input: z.object({
    folders: z
      .array(
        z.object({
          _id: id,
          enc_id: z.nullable(validationValue),
          /** 1, with a first value: encrypted links directly inside have no tags. */
          hide_tags: z.optional(flag),
        }),
      )
      .check(z.maxLength(limits.idsPerCall)),
    links: z._default(changedLinks, []),
  }),
  output: z.object(changedAnswer),
  errors: [...changeErrors, 'encryption.keyChanged', 'encryption.keyInUse'],
  touches: changedTopics,
})

export const validateEncryptFolderKey = operation({
  path: 'validate-encrypt-folder-key',
  keyScope: 'write',
  summary:
    "Stores the validation value of a collection that has none (owner only), or compares it: `valid` is true when it equals the collection's. " +
    'The server cannot decrypt it; a key is checked in the browser.',
  input: z.object({ enc_id: validationValue, folder_id: id }),
  output: z.object({ valid: z.boolean() }),
  errors: ['collections.notFound', 'collections.readOnly', 'encryption.notAnEnvelope'],
  touches: ['collections'],
})

export const changeFolderKey = operation({
  path: 'change-folder-key',
  keyScope: 'write',
  summary:
    'Replaces validation values: the same key under another secret, or another key. `from` must be the current values. A previous key stays known, ' +
    'with its value, until no link is encrypted with it (`former_keys` of get-folder-keys). Owner only; all or none.',
  input: z.object({
    folders: z
      .array(z.object({ _id: id, from: validationValue, to: validationValue }))
      .check(z.minLength(1), z.maxLength(limits.idsPerCall)),
  }),
  errors: [
    'collections.notFound',
    'collections.readOnly',
    'encryption.notAnEnvelope',
    'encryption.keyChanged',
    'encryption.mixed',
  ],
  touches: ['collections'],
})

/** The keys of a collection, and of the links directly inside. */
export const folderKeys = {
  /** null without encryption. */
  enc_id: z.nullable(z.string()),
  /** Previous values of keys with which links may still be encrypted. */
  former_keys: z.array(z.object({ key_id: keyId, enc_id: z.string() })),
  /** `count` includes the links in the trash. */
  links: z.array(z.object({ key_id: keyId, count: z.number(), trashed: z.number() })),
  /** 1: encrypted links directly inside have no tags. */
  hide_tags: flag,
}

export const getFolderKeys = operation({
  path: 'get-folder-keys',
  keyScope: 'read',
  summary:
    'Returns the validation values of a collection, and how many links directly inside are encrypted with which key. For owner and members.',
  input: z.object({ folder_id: id }),
  output: z.object({
    ...folderKeys,
    /** How many encrypted links directly inside have tags, the trash included; 0 for members. */
    tagged: z.number(),
  }),
  errors: ['collections.notFound', 'collections.readOnly'],
  reads: ['collections', 'links'],
})

export const countEncryptedLinks = operation({
  path: 'count-enc-links',
  keyScope: 'read',
  summary:
    "Counts the encrypted links of the caller's library by key, with those in the trash: a key may be forgotten when none is left. " +
    'With `searched` 1, counts those that a search finds instead: without the trash, and with what others share with the caller by name.',
  input: z.object({ searched: z.optional(flag) }),
  output: z.object({
    keys: z.array(
      z.object({
        key_id: keyId,
        count: z.number(),
        /** With `searched`: a collection that has such links, by whose key they are opened. */
        folder_id: z.optional(id),
      }),
    ),
  }),
  reads: ['links', 'collections'],
})

/** A position in a list: the time and the id of a link. */
const listPosition = z.string().check(z.regex(/^\d{1,15}\.[A-Za-z0-9_-]{1,64}$/))

export const listEncryptedLinks = operation({
  path: 'get-enc-links',
  keyScope: 'read',
  summary:
    "Lists links for the browser to search, encrypt or encrypt again, in the order of their creation, 200 at a time: those of the caller's library, or directly " +
    'in a collection, with `include_sub` also in its descendants, or with `shared` 1 those of all collections that others share with the caller by name. `enc` 1 (the default) lists encrypted links, of one key with `key_id`; 0 the others. `after` is `next` of the page before.',
  input: z.object({
    folder_id: z.optional(z.nullable(id)),
    include_sub: z.optional(flag),
    enc: z._default(flag, 1),
    key_id: z.optional(keyId),
    after: z.optional(listPosition),
    /** 1: also links in the trash. */
    trash: z.optional(flag),
    /** 1: without thumbnails, which a search does not need. */
    bare: z.optional(flag),
    /** 0: without the other texts, too; `version` shows which links have changed. */
    texts: z._default(flag, 1),
    shared: z.optional(flag),
  }),
  output: z.object({
    links: z.array(
      z.extend(link, {
        /** The caller's private note: its text, or its envelope. */
        note: z.optional(z.string()),
        /** The caller's highlights of its page. */
        highlights: z.optional(z.array(highlight)),
      }),
    ),
    /** null after the last page. */
    next: z.nullable(listPosition),
  }),
  errors: ['collections.notFound', 'collections.readOnly'],
  reads: ['links', 'tags', 'favourites', 'collections', 'notes', 'highlights'],
})

export const saveEncryptedLink = operation({
  path: 'save-enc-link',
  keyScope: 'write',
  summary:
    'Saves a new encrypted link. The browser chooses its id at random (128 bits in base64url), because the envelopes are bound to it. A repeated call with the same id returns the link; with other envelopes, or after an edit, it is refused.',
  input: z.object({
    _id: z.string().check(z.regex(keyIdPattern)),
    parent: z.optional(z.nullable(id)),
    category,
    subCategory: z.optional(z.nullable(subCategory)),
    tags: z._default(tagNames, []),
    ...envelopes,
    /** Uploads that were started with `enc` 1, each once. */
    s3_key: z._default(sealedFiles, []),
  }),
  output: link,
  errors: [
    ...writingErrors,
    'encryption.notAnEnvelope',
    'encryption.mixed',
    'encryption.noKey',
    'encryption.otherKey',
    'encryption.tagsHidden',
    'encryption.idTaken',
    'encryption.savedBefore',
    'files.uploadNotFound',
    'files.notEncrypted',
    'plan.links',
  ],
  events: ['link.created'],
})
