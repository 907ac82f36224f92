import { highlightAnchor, highlightStyle } from '@nestmark/contract/reading/highlightShapes'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'

export const text = (length: number) => z.string().check(z.maxLength(length))
export const address = text(limits.address)
export const id = text(64)
const tags = z.array(text(limits.tagName)).check(z.maxLength(limits.tagsPerLink))

const linkFields = {
  name: text(limits.title),
  desc: text(limits.noteDesc),
  tags,
  category: z.int().check(z.minimum(1), z.maximum(5)),
}

/** The captured page that becomes a copy of the link. */
const captureId = z.optional(id)

/** A new link. */
const save = z.object({
  kind: z.literal('save'),
  ...linkFields,
  link: address,
  parent: z.nullable(id),
  /** 1: the title is that of the address, until the server has read the page. */
  isPlaceholder: z.optional(z.boolean()),
  thumbnail: z.optional(address),
  note: z.optional(text(limits.linkNote)),
  isFavourite: z.optional(z.boolean()),
  captureId,
})

/** A change of a saved link. Fields that are missing stay unchanged. */
const edit = z.object({
  kind: z.literal('edit'),
  linkId: id,
  ...z.partial(z.object(linkFields)).shape,
  parent: z.optional(id),
  /** '' deletes the note. */
  note: z.optional(text(limits.linkNote)),
  isFavourite: z.optional(z.boolean()),
  captureId,
})

/** Tabs that are saved into a new collection. */
const tabs = z.object({
  kind: z.literal('tabs'),
  name: text(limits.collectionName),
  links: z
    .array(z.object({ link: address, name: text(limits.title) }))
    .check(z.minLength(1), z.maxLength(limits.savedTabs)),
})

/** A new highlight, or a change of one. Its id is made here, so that a repeated call creates it once. */
const highlight = z.object({
  kind: z.literal('highlight'),
  highlightId: text(22),
  url: z.optional(address),
  title: z.optional(address),
  text: z.optional(z.string()),
  comment: z.optional(z.string()),
  style: z.optional(highlightStyle),
  anchor: z.optional(z.nullable(highlightAnchor)),
})

const deleteHighlight = z.object({ kind: z.literal('deleteHighlight'), highlightId: text(64) })

/** A captured page, which is sent and becomes a copy of the page of a link. */
const keep = z.object({ kind: z.literal('keep'), linkId: id, captureId: id, name: text(limits.title) })

/** What the extension asks of the server. It is stored until the server has accepted it. */
export const task = z.discriminatedUnion('kind', [save, edit, tabs, highlight, deleteHighlight, keep])
export type Task = z.output<typeof task>
export type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>
