import type { BookmarkFormat, FileHead } from '../format.ts'
import type { FormatId } from '../formatId.ts'
import { htmlToText } from '../htmlToText.ts'
import { joinTexts, splitFolders, toHighlight, type WrittenRow } from '../writtenRow.ts'
import {
  jsonFormat,
  type JsonObject,
  readHighlights,
  toFlag,
  toObject,
  toObjects,
  toText,
  toTexts,
  toWrittenDate,
} from './jsonFormat.ts'

interface LinkList {
  id: FormatId
  recognise: (head: FileHead) => boolean
  paths?: readonly string[]
  /** The keys of a link, beside `url`, `title`, `tags` and those of the other fields. */
  address?: string
  title?: string
  note?: string
  folder?: string
  added: string
  changed?: string
  favourite?: string
  isPrivate?: string
  isArchived?: string
  /** Returns what is read in another way. */
  also?: (value: JsonObject) => Partial<WrittenRow>
}

/** Makes a format of JSON whose values are links. */
function linkList({ id, recognise, paths = ['[]'], folder, also, ...keys }: LinkList): BookmarkFormat {
  const { address = 'url', title = 'title', note = '', added, changed = '', favourite = '' } = keys
  const { isPrivate, isArchived } = keys
  return jsonFormat({
    id,
    recognise,
    paths,
    open: sink => ({
      row(value, { line }) {
        if (folder !== undefined) sink.enter(splitFolders(toText(value[folder])), line)
        sink.row({
          address: toText(value[address]),
          title: toText(value[title]),
          note: toText(value[note]),
          tags: toTexts(value.tags),
          added: toWrittenDate(value[added]),
          changed: toWrittenDate(value[changed]),
          favourite: toFlag(value[favourite]),
          ...(isPrivate !== undefined && { isPrivate: toFlag(value[isPrivate]) }),
          ...(isArchived !== undefined && { isArchived: toFlag(value[isArchived]) }),
          ...also?.(value),
          line,
        })
      },
    }),
  })
}

/** The JSON of Delicious. No tags are a list of one empty text. */
export const deliciousJson = linkList({
  id: 'deliciousJson',
  recognise: head => head.hasKeys('[].url', '[].title', '[].private', '[].created'),
  note: 'description',
  added: 'created',
  isPrivate: 'private',
})

/** The JSON of elCurator. */
export const elcuratorJson = linkList({
  id: 'elcuratorJson',
  recognise: head => head.hasKeys('[].url', '[].title', '[].is_saved'),
  note: 'description',
  added: 'created_at',
})

/** The JSON of Anybox: a list of links, alone or below `links`. */
export const anyboxJson = linkList({
  id: 'anyboxJson',
  recognise: head =>
    head.hasKeys('[].url', '[].dateAdded') || head.hasKeys('links[].url', 'links[].dateAdded'),
  paths: ['[]', 'links[]'],
  folder: 'folder',
  note: 'description',
  added: 'dateAdded',
  favourite: 'starred',
})

/** The JSON of Pinboard: `description` is the title, `extended` the description; tags are separated by blanks. */
export const pinboardJson = linkList({
  id: 'pinboardJson',
  recognise: head => head.hasKeys('[].href', '[].description', '[].time'),
  address: 'href',
  title: 'description',
  note: 'extended',
  added: 'time',
  also: ({ tags, shared, toread }) => ({
    tags: toText(tags).split(/\s+/),
    isPrivate: shared !== undefined && !toFlag(shared),
    toRead: toFlag(toread),
  }),
})

/** The JSON of GoodLinks. A link without `readAt` is unread. */
export const goodlinksJson = linkList({
  id: 'goodlinksJson',
  recognise: head => head.hasKeys('[].url', '[].addedAt'),
  note: 'summary',
  added: 'addedAt',
  favourite: 'starred',
  also: value => ({
    toRead: 'readAt' in value && !value.readAt,
    highlights: readHighlights(value.highlights, { text: 'content', comment: 'note', added: 'time' }),
  }),
})

/** The JSON of Readability. Its excerpts have references of HTML. */
export const readabilityJson = linkList({
  id: 'readabilityJson',
  recognise: head => head.hasKeys('bookmarks[].article__url'),
  paths: ['bookmarks[]', 'recommendations[]'],
  address: 'article__url',
  added: 'date_added',
  favourite: 'favorite',
  isArchived: 'archive',
  also({ article__title: written, article__excerpt: excerpt }) {
    const title = toText(written)
    return {
      title: title === '(no title)' || title === 'No title found' ? '' : title,
      note: htmlToText(toText(excerpt)),
      tags: [],
    }
  },
})

/** The JSON of wallabag 2 and 1. Types differ between versions, and the older one calls some keys otherwise. */
export const wallabagJson = linkList({
  id: 'wallabagJson',
  recognise: head =>
    head.hasKeys('[].url') && (head.hasKeys('[].is_archived') || head.hasKeys('[].is_read', '[].is_fav')),
  added: 'created_at',
  changed: 'updated_at',
  also: value => ({
    tags: toTexts(value.tags, 'label'),
    favourite: toFlag(value.is_starred ?? value.is_fav),
    isArchived: toFlag(value.is_archived ?? value.is_read),
    image: toText(value.preview_picture),
    highlights: readHighlights(
      toObjects(value.annotations).filter(each => toText(each.quote).trim() !== ''),
      { text: 'quote', comment: 'text', added: 'created_at' },
    ),
  }),
})

/** What the pages of Diigo read: one object a line, or a list of them. */
export const diigoJson = linkList({
  id: 'diigoJson',
  recognise: head => head.hasKeys('url', 'readed') || head.hasKeys('[].url', '[].readed'),
  paths: ['', '[]'],
  added: 'created_at',
  changed: 'updated_at',
  isPrivate: 'private',
  also: value => ({
    note: joinTexts(toText(value.description), ...toTexts(value.comments, 'content')),
    toRead: value.readed !== undefined && !toFlag(value.readed),
    highlights: toObjects(value.annotations).map(each =>
      toHighlight({
        text: htmlToText(toText(each.content)),
        comment: toTexts(each.comments, 'content').join('\n'),
        added: toWrittenDate(each.created_at),
      }),
    ),
  }),
})

/** The starred items of feed readers (Inoreader, FreshRSS): `canonical` or `alternate` has the address. Labels are tags. */
export const starredJson = linkList({
  id: 'starredJson',
  recognise: head =>
    head.hasKeys('items[].title') &&
    (head.hasKeys('items[].alternate[].href') || head.hasKeys('items[].canonical[].href')),
  paths: ['items[]'],
  added: 'published',
  also({ canonical, alternate, categories, origin }) {
    const labels = Array.isArray(categories) ? categories.map(toText) : []
    return {
      address: toText((toObjects(canonical)[0] ?? toObjects(alternate)[0])?.href),
      tags: labels.flatMap(each => /^user\/.*\/label\/(.+)$/.exec(each)?.[1] ?? []),
      note: toText(toObject(origin).title),
    }
  },
})
