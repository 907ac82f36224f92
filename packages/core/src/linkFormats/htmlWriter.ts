import type { BookmarkItem } from '../bookmarkFiles/events.ts'
import {
  bookmarkFileFooter,
  bookmarkFileHeader,
  formatFolderEnd,
  formatFolderStart,
  formatLink,
} from '../bookmarkFiles/writer.ts'
import type { LinkFileHead, LinkWriter, WrittenLink } from './linkFile.ts'

/** Writes links as a bookmark file. */
export function openHtmlWriter({ title, tags = [], encrypted = 0 }: LinkFileHead): LinkWriter {
  return {
    start: () => bookmarkFileHeader(title, tags, encrypted),
    folder: ({ name, description, created_at: added, updated_at: changed, favourite }, depth) =>
      formatFolderStart({ name, note: description, added, changed, favourite }, depth),
    folderEnd: formatFolderEnd,
    link: (link, depth) => formatLink(toItem(link), depth, link.page),
    end: bookmarkFileFooter,
  }
}

function toItem(link: WrittenLink): BookmarkItem {
  return {
    address: link.address,
    title: link.title,
    added: link.created_at,
    changed: link.updated_at,
    tags: link.tags,
    note: link.description,
    remark: link.private_note,
    category: link.category,
    subCategory: link.sub_category,
    favourite: link.favourite,
    checklist: link.checklist,
    image: link.picture,
    hasFile: link.hasFile,
    // The other fields that differ from those of a new link.
    extra: { ...(!link.description_shown && { desctoggle: '0' }), ...(link.isCover && { cover: '1' }) },
  }
}
