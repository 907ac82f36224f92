import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { openKeys } from './encryption/keyIds.ts'
import { linkMedia } from './links/linkMedia.ts'
import { plainLinkFields } from './links/plainLinkFields.ts'
import { searchInput, typedSearch } from './search/searchTypes.ts'

/** Returns the error option of a check. The error is a code of `errors.ts`; its sentence is looked up on display. */
const code = (name: ErrorCode) => ({ error: name })

/** Returns the checks of a text that is trimmed and must not be empty. */
export const required = (length: number, missing: ErrorCode, tooLong: ErrorCode) =>
  [z.trim(), z.minLength(1, code(missing)), z.maxLength(length, code(tooLong))] as const

/** Ids are random. The length limit rejects invalid input before a database query. */
export const id = z.string().check(z.minLength(1), z.maxLength(64))
export const ids = z.array(id).check(z.maxLength(limits.idsPerCall))
export const flag = z.union([z.literal(0), z.literal(1)])
/** Milliseconds since 1970. */
export const time = z.number()
export const page = z._default(z.int().check(z.minimum(1), z.maximum(limits.page)), 1)
/** 1 newest first (the default), 2 oldest first. */
export const order = z._default(z.union([z.literal(1), z.literal(2)]), 1)
/** The sort key of links; `hand` is the manual order of one collection, with `order` 2 from its beginning. */
export const linkSort = z._default(z.enum(['date', 'title', 'host', 'hand']), 'date')
/** The sort key of collections; `hand` is the manual order. */
export const folderSort = z._default(z.enum(['date', 'name', 'hand']), 'date')

export const category = z
  .int({ error: 'links.categoryRequired' satisfies ErrorCode })
  .check(z.minimum(1, code('links.categoryRequired')), z.maximum(5, code('links.categoryRequired')))
/** Most codes are numbers; two hosts have subdivisions, such as '13-1'. */
export const subCategory = z.union([z.int(), z.string().check(z.maxLength(8))])

export const collectionName = z
  .string()
  .check(...required(limits.collectionName, 'collections.nameRequired', 'collections.nameTooLong'))
export const collectionDesc = z
  .string()
  .check(z.trim(), z.maxLength(limits.collectionDesc, code('collections.descTooLong')))

export const linkTitle = z
  .string({ error: 'links.titleRequired' satisfies ErrorCode })
  .check(
    z.trim(),
    z.minLength(1, code('links.titleRequired')),
    z.maxLength(limits.title, code('links.titleTooLong')),
  )
export const linkAddress = z.string().check(z.maxLength(limits.address, code('links.linkInvalid')))
/** The description of a link, or the text of a note; `core/linkRules` checks the limit of other categories. */
export const linkDesc = z.string().check(z.maxLength(limits.noteDesc, code('links.noteDescTooLong')))
export const tagName = z.string().check(...required(limits.tagName, 'tags.nameRequired', 'tags.nameTooLong'))
export const tagNames = z.array(tagName).check(z.maxLength(limits.tagsPerLink, code('tags.tooMany')))
export const checkList = z
  .array(
    z.object({
      text: z.string().check(z.maxLength(limits.checkListText)),
      done: z._default(z.boolean(), false),
    }),
  )
  .check(z.maxLength(limits.checkListItems))

/** The actions that the caller may perform on an item, from the same policies that guard the calls. */
export const linkCan = z.object({
  edit: z.boolean(),
  move: z.boolean(),
  trash: z.boolean(),
  favourite: z.boolean(),
  share: z.boolean(),
})
export const collectionCan = z.extend(linkCan, {
  /** Add links and sub-collections. */
  add: z.boolean(),
  /** Suggest links. Set for a single requested collection; always false in lists. */
  suggest: z.boolean(),
})

export const tag = z.object({ _id: id, name: z.string() })

export const link = z.object({
  _id: id,
  name: z.string(),
  desc: z.string(),
  link: z.string(),
  category: z.number(),
  subCategory: z.nullable(subCategory),
  category_text: z.string(),
  subCategory_text: z.string(),
  /** Address of the small picture in the server's store, or ''. `?w=160` requests the smaller size. */
  thumbnail: z.string(),
  /** Width and height of the small picture in pixels; 0 without a picture. */
  thumbnail_width: z.number(),
  thumbnail_height: z.number(),
  /** '' for callers who may see the link but not its collection. */
  parent: z.string(),
  parent_name: z.optional(z.string()),
  /** The name of the owner, in lists that mix the caller's own items with shared ones, and for a single public link. */
  owner_name: z.optional(z.string()),
  tags: z.array(tag),
  favourite: flag,
  create_date: time,
  update_date: time,
  /** Increases with every change. Send it with an update to detect concurrent changes. */
  version: z.number(),
  check_list: z.array(z.object({ text: z.string(), done: z.boolean() })),
  ...plainLinkFields,
  is_public: flag,
  is_trash: flag,
  is_scraped: flag,
  isFile: flag,
  /**
   * 1: name, desc, link and thumbnail are envelopes, which the browser opens with the key of the collection
   * (docs/encryption.md). Visitors get them empty.
   */
  enc: flag,
  /** The items of an encrypted checklist. */
  enc_check_list: z.optional(z.string()),
  size: z.number(),
  /**
   * Its files and their thumbnails: `<id>.<extension>`. `download-url` returns their addresses. Of an encrypted file,
   * `file` is the id, and `sealed` the envelope of its key, name and type.
   */
  s3_key: z.array(z.object({ file: z.string(), thumb: z.string(), sealed: z.optional(z.string()) })),
  /** The metadata of its first file. */
  media: z.optional(linkMedia),
  embed: z.string(),
  linkVideoType: z.number(),
  can: linkCan,
})
export type Link = z.output<typeof link>

export const collection = z.object({
  _id: id,
  name: z.string(),
  desc: z.string(),
  /** null only for the root. */
  parent: z.nullable(id),
  /** Number of direct child collections, without the trash. */
  folder_count: z.number(),
  /** Number of links directly inside, without the trash. */
  links_count: z.number(),
  /** The same links by category: image, video, link, note, audio. */
  category_counts: z.array(z.number()),
  /**
   * What it contains with all its descendants, in lists of public collections; null when there are too many to
   * count. Owners and members have this in their trees.
   */
  inside: z.optional(
    z.nullable(
      z.object({
        category_counts: z.array(z.number()),
        collections: z.number(),
        /** The number of levels below. */
        levels: z.number(),
      }),
    ),
  ),
  /** Addresses of the cover and the newest pictures in it and its descendants, at most three. */
  thumbnails: z.array(z.string()),
  /** The link whose picture is the cover; it is the first of `thumbnails`. Without one, the newest pictures are. */
  cover: z.nullable(id),
  favourite: flag,
  is_root: flag,
  is_trash: flag,
  create_date: time,
  update_date: time,
  /** The caller's role: owner, member with write access, member with read access, or public visitor. */
  role: z.enum(['owner', 'write', 'read', 'public']),
  /** The name of the owner, in lists that mix the caller's own collections with shared ones, and for a single collection of another person. */
  owner_name: z.optional(z.string()),
  /** Who may read it: 0 no one else, 1 the people named, 3 anyone. Members see only the value 3. */
  read: z.union([z.literal(0), z.literal(1), z.literal(3)]),
  /** Readers may suggest links. */
  enable_sugg: flag,
  /** 1: it has a key, so its links are meant to be encrypted. Visitors see this too, before they suggest a link. */
  is_encrypted: z.optional(z.literal(1)),
  /** The validation value of its key, for owner and members of an encrypted collection. */
  enc_id: z.optional(z.string()),
  /** 1: encrypted links directly inside have no tags. For owner and members of an encrypted collection. */
  hide_tags: z.optional(flag),
  can: collectionCan,
})
export type Collection = z.output<typeof collection>

export const breadcrumbEntry = z.object({
  _id: id,
  name: z.string(),
  parent: z.nullable(id),
  /** 'My collections' or 'Shared collections (with write access)'. */
  label: z.string(),
})
export type BreadcrumbEntry = z.output<typeof breadcrumbEntry>

/** A node of the collection tree. */
export interface TreeNode {
  _id: string
  folder_name: string
  /** Names from the root, joined by ' / '. Beyond 2,000 characters it has only the last ones, after '…'. */
  path: string
  links_count: number
  /** image, video, link, note, audio */
  category_counts: number[]
  /** 1 when its own permissions make it public. Only in the caller's own tree. */
  is_public?: 1 | undefined
  /** Number of people with whom it is shared, also through collections above. Absent where its own permissions share it with no one. Only in the caller's own tree. */
  members?: number | undefined
  /** 1: it has a key, so its links are meant to be encrypted. */
  is_encrypted?: 1 | undefined
  children: TreeNode[]
}
export const treeNode: z.ZodMiniType<TreeNode> = z.object({
  _id: id,
  folder_name: z.string(),
  path: z.string(),
  links_count: z.number(),
  category_counts: z.array(z.number()),
  is_public: z.optional(z.literal(1)),
  members: z.optional(z.number()),
  is_encrypted: z.optional(z.literal(1)),
  get children() {
    return z.array(treeNode)
  },
})

/** The links that a list shows or a bulk action affects. Without `folder_id`, the entire library. */
export const linkSet = z.object({
  folder_id: z.optional(z.nullable(id)),
  /** 1: include the links of descendant collections. */
  include_sub: z.optional(flag),
  input: z.optional(searchInput),
  category: z.optional(category),
  /** Id of a tag. */
  tag: z.optional(id),
  /** 1: favourites only. */
  favourite: z.optional(flag),
})
export type LinkSet = z.output<typeof linkSet>

/**
 * The links of a bulk action with `every`: those of a list, of a search (`search`, narrowed only by `category`),
 * or those the caller moved to the trash one by one (`trash` 1). Unknown fields are rejected, because ignoring a filter would widen the set.
 */
export const everyLink = z
  .strictObject({
    ...linkSet.shape,
    search: z.optional(z.object(typedSearch)),
    /** As in the list or search that shows these links. */
    open_keys: openKeys,
    trash: z.optional(flag),
  })
  .check(z.refine(isOneSet, 'A search allows only the filter `category`; the trash allows no other filter.'))
export type EveryLink = z.output<typeof everyLink>

function isOneSet({
  search,
  trash,
  category: kind,
  open_keys: keys,
  ...rest
}: LinkSet & { search?: unknown; trash?: 0 | 1 | undefined; open_keys?: unknown }) {
  const alone = Object.values(rest).every(part => part === undefined || part === null)
  if (trash) return alone && search === undefined && kind === undefined && keys === undefined
  return search === undefined || alone
}

/** The links of a bulk action: `every` link of a set except `except`, in place of ids. */
export const linkTargets = { every: z.optional(everyLink), except: z.optional(ids) }

/** The response of an action: its undo key, and the id of its job when it runs in the background. */
export const actionResult = { undo: z.optional(id), job: z.optional(id) }

export const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
