import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import type { Task } from '../lib/tasks.ts'
import type { PageInfo } from '../page/readPage.ts'

/** What the person sees in the form. */
export interface Draft {
  title: string
  desc: string
  /** A code of the five categories. */
  category: number
  /** null: in no collection. */
  parent: string | null
  tags: string[]
  note: string
  isFavourite: boolean
  /** The address of the picture; '' for the one that the server finds. */
  picture: string
  /** The selected words, which are saved as a note; '' for the page as a link. */
  quote: string
}

/** Returns the form for a page that is not saved yet. */
export function draftOfPage(page: PageInfo, parent: string | null): Draft {
  return {
    title: page.title || page.url,
    desc: page.desc,
    category: page.selection ? 4 : 3,
    parent,
    tags: [],
    note: '',
    isFavourite: false,
    picture: page.pictures[0] ?? '',
    quote: page.selection,
  }
}

/** Returns the form for a page that is saved. */
export function draftOfLink(link: Link, note: string, rootId: string): Draft {
  return {
    title: link.name,
    desc: link.desc,
    category: link.category,
    parent: link.parent === rootId ? null : link.parent,
    tags: link.tags.map(tag => tag.name),
    note,
    isFavourite: link.favourite === 1,
    picture: '',
    quote: '',
  }
}

/** Returns the task that saves a page with the form. */
export function toSaveTask(url: string, draft: Draft): Task {
  const isQuote = draft.quote !== ''
  return {
    kind: 'save',
    link: url,
    name: draft.title.trim().slice(0, limits.title) || url.slice(0, limits.title),
    desc: isQuote ? draft.quote.slice(0, limits.noteDesc) : draft.desc.slice(0, limits.desc),
    category: draft.category,
    parent: draft.parent,
    tags: draft.tags,
    ...(draft.picture && !isQuote ? { thumbnail: draft.picture } : {}),
    ...(draft.note.trim() ? { note: draft.note.trim() } : {}),
    isFavourite: draft.isFavourite,
  }
}

/** Returns the task that changes what differs from the saved link; null when nothing does. */
export function toEditTask(linkId: string, before: Draft, draft: Draft, rootId: string): Task | null {
  const sameTags = before.tags.join('\n') === draft.tags.join('\n')
  const changes = {
    ...(draft.title.trim() !== before.title && draft.title.trim() !== '' ? { name: draft.title.trim() } : {}),
    ...(draft.desc !== before.desc ? { desc: draft.desc } : {}),
    ...(draft.category !== before.category ? { category: draft.category } : {}),
    ...(draft.parent !== before.parent ? { parent: draft.parent ?? rootId } : {}),
    ...(sameTags ? {} : { tags: draft.tags }),
    ...(draft.note.trim() !== before.note ? { note: draft.note.trim() } : {}),
    ...(draft.isFavourite !== before.isFavourite ? { isFavourite: draft.isFavourite } : {}),
  }
  return Object.keys(changes).length === 0 ? null : { kind: 'edit', linkId, ...changes }
}
