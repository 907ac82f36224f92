import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { searchType } from './searchTypes.ts'

/** A check's error is a code of `errors.ts`; its sentence is looked up when it is shown. */
const code = (name: ErrorCode) => ({ error: name })

/** Ids are random; the bound keeps nonsense away from the database. */
export const id = z.string().check(z.minLength(1), z.maxLength(64))
export const ids = z.array(id).check(z.maxLength(limits.idsPerCall))
export const flag = z.union([z.literal(0), z.literal(1)])
/** Milliseconds since 1970. */
export const time = z.number()
export const page = z._default(z.int().check(z.minimum(1), z.maximum(limits.page)), 1)
/** 1 newest first (the default), 2 oldest first. */
export const order = z._default(z.union([z.literal(1), z.literal(2)]), 1)
/** What links are put in order by. */
export const linkSort = z._default(z.enum(['date', 'title', 'host']), 'date')
/** What collections are put in order by; `hand` is the order people gave them. */
export const folderSort = z._default(z.enum(['date', 'name', 'hand']), 'date')
export const searchInput = z.string().check(z.maxLength(limits.searchInput))
export const nothing = z.object({})

export const category = z
  .int({ error: 'links.categoryRequired' satisfies ErrorCode })
  .check(z.minimum(1, code('links.categoryRequired')), z.maximum(5, code('links.categoryRequired')))
/** Most codes are numbers; two hosts have halves, written '13-1'. */
export const subCategory = z.union([z.int(), z.string().check(z.maxLength(8))])

export const collectionName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, code('collections.nameRequired')),
    z.maxLength(limits.collectionName, code('collections.nameTooLong')),
  )
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
export const linkDesc = z.string().check(z.maxLength(limits.desc, code('links.descTooLong')))
/** A note without words is none; its length is counted as it was written. */
export const noteText = z
  .string({ error: 'links.noteRequired' satisfies ErrorCode })
  .check(
    z.maxLength(limits.linkNote, code('links.noteTooLong')),
    z.trim(),
    z.minLength(1, code('links.noteRequired')),
  )
export const tagName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, code('tags.nameRequired')),
    z.maxLength(limits.tagName, code('tags.nameTooLong')),
  )
export const tagNames = z.array(tagName).check(z.maxLength(limits.tagsPerLink, code('tags.tooMany')))
export const checkList = z
  .array(
    z.object({
      text: z.string().check(z.maxLength(limits.checkListText)),
      done: z._default(z.boolean(), false),
    }),
  )
  .check(z.maxLength(limits.checkListItems))

/** What the caller may do with a thing; made from the same policies that guard the calls. */
export const linkCan = z.object({
  edit: z.boolean(),
  move: z.boolean(),
  trash: z.boolean(),
  favourite: z.boolean(),
  share: z.boolean(),
})
export const collectionCan = z.object({
  edit: z.boolean(),
  move: z.boolean(),
  trash: z.boolean(),
  favourite: z.boolean(),
  share: z.boolean(),
  /** Add links and sub-collections. */
  add: z.boolean(),
  /** Suggest links: told of the collection that is looked at, in lists always false. */
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
  /** Address of the small picture in our own store, or ''. `?w=160` asks for the smaller size. */
  thumbnail: z.string(),
  /** '' for those who may see the link and not its collection. */
  parent: z.string(),
  parent_name: z.optional(z.string()),
  /** Whose it is, where a list mixes the caller's own with what others share. */
  owner_name: z.optional(z.string()),
  tags: z.array(tag),
  favourite: flag,
  create_date: time,
  update_date: time,
  /** Goes up with every change; send it with an update to be told when somebody else was faster. */
  version: z.number(),
  check_list: z.array(z.object({ text: z.string(), done: z.boolean() })),
  desc_toggle: flag,
  is_public: flag,
  is_trash: flag,
  is_scraped: flag,
  isFile: flag,
  enc: flag,
  size: z.number(),
  s3_key: z.array(z.object({ file: z.string(), thumb: z.string() })),
  embed: z.string(),
  linkVideoType: z.number(),
  can: linkCan,
})
export type Link = z.output<typeof link>

export const collection = z.object({
  _id: id,
  name: z.string(),
  desc: z.string(),
  /** null at the root alone. */
  parent: z.nullable(id),
  /** Collections directly inside, trash left out. */
  folder_count: z.number(),
  /** Links directly inside, trash left out. */
  links_count: z.number(),
  /** The same links by category: image, video, link, note, audio. */
  category_counts: z.array(z.number()),
  /** Addresses of the newest pictures in it and beneath, at most three. */
  thumbnails: z.array(z.string()),
  favourite: flag,
  is_root: flag,
  is_trash: flag,
  create_date: time,
  update_date: time,
  /** What the caller is to it: its owner, a member, or anyone of the public. */
  role: z.enum(['owner', 'write', 'read', 'public']),
  /** Whose it is, where a list mixes the caller's own with what others share, and of one collection that a member reads. */
  owner_name: z.optional(z.string()),
  /** To whom it is shown: 0 nobody else, 1 the people named, 3 anyone. Members are told of 3 alone. */
  read: z.union([z.literal(0), z.literal(1), z.literal(3)]),
  /** Readers may suggest links. */
  enable_sugg: flag,
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

/** A node of the whole tree. */
export interface TreeNode {
  _id: string
  folder_name: string
  /** Names from the top, joined by ' / '. */
  path: string
  links_count: number
  /** image, video, link, note, audio */
  category_counts: number[]
  children: TreeNode[]
}
export const treeNode: z.ZodMiniType<TreeNode> = z.object({
  _id: id,
  folder_name: z.string(),
  path: z.string(),
  links_count: z.number(),
  category_counts: z.array(z.number()),
  get children() {
    return z.array(treeNode)
  },
})

/** Which links a list shows, and a deed on everything in it means. Without `folder_id` the whole library. */
export const linkSet = z.object({
  folder_id: z.optional(z.nullable(id)),
  /** 1: with what lies in the collections beneath. */
  include_sub: z.optional(flag),
  input: z.optional(searchInput),
  category: z.optional(category),
  /** Id of a tag. */
  tag: z.optional(id),
  /** 1: favourites alone. */
  favourite: z.optional(flag),
})
export type LinkSet = z.output<typeof linkSet>

/**
 * Which links a deed on everything means: what a list shows, what a search finds (`search`, narrowed by `category` alone),
 * or what the caller has trashed link by link (`trash` 1). Unknown parts are refused, for without them it would mean more.
 */
export const everyLink = z
  .strictObject({
    ...linkSet.shape,
    search: z.optional(z.object({ input: searchInput, type: z._default(searchType, 'link') })),
    trash: z.optional(flag),
  })
  .check(z.refine(isOneSet, 'A search goes with category alone, the trash with nothing else.'))
export type EveryLink = z.output<typeof everyLink>

function isOneSet({
  search,
  trash,
  category: kind,
  ...rest
}: LinkSet & { search?: unknown; trash?: 0 | 1 | undefined }) {
  const alone = Object.values(rest).every(part => part === undefined || part === null)
  if (trash) return alone && search === undefined && kind === undefined
  return search === undefined || alone
}

/** What links a deed is done with: `every` link of a set but `except`, in place of ids. */
export const linkTargets = { every: z.optional(everyLink), except: z.optional(ids) }

/** What a deed answers: the key to take it back with, and the job that does it when it runs in the background. */
export const deed = { undo: z.optional(id), job: z.optional(id) }

export const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
