import * as z from 'zod/mini'
import { archiveMode } from '../reading/copies.ts'
import { openKeys } from '../encryption/keyIds.ts'
import { operation, writingErrors, fieldErrors } from '../operation.ts'
import { linkChange } from './linkChange.ts'
import { linkForm, uploadedFiles } from './linkForm.ts'
import { plainText } from '../encryption/plainText.ts'
import {
  actionResult,
  flag,
  id,
  ids,
  link,
  linkAddress,
  linkSet,
  linkSort,
  linkTargets,
  order,
  page,
  tagNames,
} from '../shapes.ts'

/** The errors of calls that save links into a collection. */
const placeErrors = [...writingErrors, 'encryption.plainText', 'request.keyReused', 'plan.links'] as const
const savingErrors = [
  ...placeErrors,
  'files.uploadNotFound',
  'files.encrypted',
  'files.categoryWrong',
] as const

/** The errors of actions on many links. */
const actionErrors = ['links.noneChosen', 'links.notFound', 'links.readOnly', 'collections.notFound'] as const

const linkPage = { links: z.array(link), page: z.number(), total: z.number() }

export const saveLink = operation({
  path: 'save-link-from-input',
  keyScope: 'write',
  summary:
    'Saves a link, note, picture, video or sound. Tags are given by name and created if they are new. The server fetches nothing before it responds. ' +
    'A repeated `Idempotency-Key` header returns the same link; with another call or other input it is rejected (409).',
  input: z.extend(linkForm, {
    /** 1: the title is only a placeholder. The title of the page replaces it when the page is read. */
    is_placeholder: z.optional(flag),
    keep_copy: z.optional(archiveMode),
    /** Uploaded files, each once. Their category is that of the link, which needs no address then. */
    s3_key: z._default(uploadedFiles, []),
    ...plainText,
  }),
  output: link,
  errors: [...fieldErrors, ...savingErrors],
  events: ['link.created'],
})

export const saveLinks = operation({
  path: 'add-links',
  keyScope: 'write',
  summary: 'Saves a list of links into one collection, all or none.',
  input: z.object({
    links: z
      .array(z.extend(linkForm, { s3_key: z._default(uploadedFiles, []) }))
      .check(z.minLength(1), z.maxLength(100)),
    parent: z.optional(z.nullable(id)),
    ...plainText,
  }),
  output: z.object({ links: z.array(link) }),
  errors: savingErrors,
  events: ['link.created'],
})

export const oneClickSave = operation({
  path: 'one-click-save',
  keyScope: 'write',
  summary: 'Saves an address immediately; title, description and picture are added later.',
  input: z.object({
    url: linkAddress,
    tags: z._default(tagNames, []),
    parent: z.optional(z.nullable(id)),
    ...plainText,
  }),
  output: link,
  errors: ['links.linkRequired', 'links.linkInvalid', ...placeErrors],
  events: ['link.created'],
})

export const updateLink = operation({
  path: 'update-link',
  keyScope: 'write',
  summary:
    'Changes a link. Omitted fields stay unchanged. The name, description, link and thumbnail of an encrypted link are envelopes of its key (`enc` 1). `tags` replaces all tags by name; alternatively send `added_tags` (ids), `added_tags_name` and `deleted_tags` (ids). ' +
    '`thumb` is the key of an uploaded picture, which becomes the thumbnail of the file of a link in plain text. `version`, when sent, must be the current version.',
  input: linkChange,
  output: link,
  errors: [
    'links.notFound',
    'links.readOnly',
    'links.changedElsewhere',
    'links.linkInvalid',
    ...writingErrors,
    'collections.otherOwner',
    'tags.tooMany',
    'plan.links',
    'files.notFound',
    'files.uploadNotFound',
    'files.categoryWrong',
    'files.encrypted',
    'encryption.encrypted',
    'encryption.mixed',
    'encryption.otherKey',
    'encryption.plainText',
  ],
  events: ['link.updated', 'link.movedAway', 'link.movedHere'],
})

export const getLink = operation({
  path: 'get-single-link',
  keyScope: 'read',
  summary: 'Returns one link.',
  input: z.object({ link_id: id }),
  output: z.object({ link }),
  errors: ['links.notFound', 'links.private'],
  // Its collection decides who may read and change it.
  reads: ['links', 'tags', 'favourites', 'collections', 'shares'],
})

export const findSaved = operation({
  path: 'find-saved',
  keyScope: 'read',
  summary:
    'Finds the newest five saved links with the same address, compared without scheme, www, ' +
    'trailing slash, fragment and known tracking parameters. Links in the trash are ignored. `can_keep` 1: this server stores copies of pages.',
  input: z.object({
    link: linkAddress,
    /** The id of a link to ignore: the one that is being edited. */
    except: z.optional(id),
  }),
  output: z.object({ links: z.array(link), total: z.number(), can_keep: flag }),
  reads: ['links', 'collections'],
})

export const listDashboardLinks = operation({
  path: 'dashboard-links',
  keyScope: 'read',
  summary:
    'Lists the newest links of the entire library, or with `folder_id` those of one collection (the root for links in no collection), 50 per page.',
  input: z.extend(linkSet, { sort: linkSort, order, page }),
  output: z.object(linkPage),
  errors: ['collections.notFound'],
  reads: ['links', 'tags', 'favourites', 'collections'],
})

export const listCollectionLinks = operation({
  path: 'get-folder-links-from-path',
  keyScope: 'read',
  summary:
    'Lists the links of a collection, 50 per page. `sort` `hand` with `order` 2 is the manual order. `include_sub` 1 includes the links of its descendants; `input` filters by title, address, description and tag: words, beginnings and parts of words, "phrases" and -minus. ' +
    'With `input`, encrypted links are found by their tags; those of `open_keys` are left out.',
  input: z.extend(linkSet, { folder_id: id, sort: linkSort, order, open_keys: openKeys, page }),
  output: z.object(linkPage),
  errors: ['collections.notFound', 'collections.private'],
  access: 'visitor',
  reads: ['links', 'tags', 'favourites', 'collections'],
})

export const refreshCollectionLinks = operation({
  path: 'refresh-folder-links',
  keyScope: 'read',
  summary:
    'Lists the links directly in the collection `parent_id` as they are now, 50 per page: get-folder-links-from-path without filters.',
  input: z.object({ parent_id: id, sort: linkSort, order, page }),
  output: z.object(linkPage),
  errors: ['collections.notFound', 'collections.private'],
  access: 'visitor',
  reads: ['links', 'tags', 'favourites', 'collections'],
})

export const moveLinks = operation({
  path: 'move-links',
  keyScope: 'write',
  summary:
    'Moves links into another collection: those in `links`, or with `every` all links of a set except `except`. More than 5 links are moved by a job (202).',
  input: z.object({
    links: z._default(ids, []),
    ...linkTargets,
    move_to: z.optional(z.string()),
    ...plainText,
  }),
  output: z.object({ moved: z.number(), ...actionResult }),
  errors: [
    ...actionErrors,
    'links.noDestination',
    'collections.readOnly',
    'collections.inTrash',
    'collections.otherOwner',
    'plan.links',
    'encryption.otherKey',
    'encryption.plainText',
  ],
  events: ['link.movedAway', 'link.movedHere'],
  touches: ['jobs'],
})

export const trashLinks = operation({
  path: 'trash-links',
  freesSpace: true,
  keyScope: 'write',
  summary:
    'Moves links to the trash (isTrash 1) or restores them (0). More than 5 links are processed by a job (202).',
  input: z.object({
    linkIdArr: z._default(ids, []),
    ...linkTargets,
    isTrash: z._default(flag, 1),
    ...plainText,
  }),
  output: z.object({ changed: z.number(), ...actionResult }),
  errors: [...actionErrors, 'plan.links', 'encryption.plainText'],
  events: ['link.trashed', 'link.restored'],
  touches: ['jobs'],
})

export const tagLinks = operation({
  path: 'tag-links',
  keyScope: 'write',
  summary:
    'Adds tags to links by name (created if they are new) and removes tags by id. A link that already has the maximum number of tags stays unchanged. More than 5 links are processed by a job (202).',
  input: z.object({
    links: z._default(ids, []),
    ...linkTargets,
    added_tags_name: z._default(tagNames, []),
    deleted_tags: z._default(ids, []),
  }),
  output: z.object({ changed: z.number(), ...actionResult }),
  errors: [...actionErrors, 'tags.nameRequired'],
  events: ['link.tagged'],
  touches: ['jobs'],
})

export const favouriteLinks = operation({
  path: 'fav-links',
  keyScope: 'write',
  summary:
    'Adds links to the favourites (1) or removes them (0). More than 5 links are processed by a job (202).',
  input: z.object({ links: z._default(ids, []), ...linkTargets, is_fav: flag }),
  output: z.object({ changed: z.number(), ...actionResult }),
  errors: actionErrors,
  touches: ['links', 'favourites', 'profile', 'jobs'],
})

export const deleteLinks = operation({
  path: 'delete-links',
  freesSpace: true,
  keyScope: 'write',
  summary:
    'Permanently deletes links, whether or not they are in the trash. This cannot be undone. More than 5 links are deleted by a job (202).',
  input: z.object({ linkIdArr: ids }),
  output: z.object({ changed: z.number(), job: actionResult.job }),
  errors: ['links.noneChosen', 'links.notFound', 'links.readOnly'],
  events: ['link.removed', 'link.deleted'],
  touches: ['jobs'],
})

export const favouriteLink = operation({
  path: 'fav-unfav-link',
  keyScope: 'write',
  summary: 'Adds a link to the favourites (1) or removes it (0).',
  input: z.object({ link_id: id, is_fav: flag }),
  errors: ['links.notFound', 'links.readOnly'],
  touches: ['favourites'],
})

export const listFavouriteLinks = operation({
  path: 'get-all-favs',
  keyScope: 'read',
  summary: "Lists the favourite links. The message is 'No links in favourites!' when there are none.",
  input: z.object({ folder_id: z.optional(z.nullable(id)), page }),
  output: z.object(linkPage),
  reads: ['favourites', 'links', 'tags', 'collections'],
})
