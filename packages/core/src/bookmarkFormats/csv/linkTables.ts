import { parseJson } from '../../bookmarkFiles/tags.ts'
import { htmlToText } from '../htmlToText.ts'
import { doiAddress } from '../json/zoteroJson.ts'
import { joinTexts, splitFolders, toHighlight } from '../writtenRow.ts'
import { isYes, linkTable } from './csvFormat.ts'

/** The CSV of Pocket's last export, whose ZIP has it in parts. Tags are separated by bars; `status` is `unread` or `archive`. */
export const pocketCsv = linkTable({
  id: 'pocketCsv',
  needs: ['title', 'url', 'time_added', 'status'],
  read: ({ get }) => ({
    added: get('time_added'),
    tags: get('tags').split('|'),
    toRead: get('status').trim() === 'unread',
    isArchived: get('status').trim() === 'archive',
  }),
})

const states = new Set(['', 'Unread', 'Archive', 'Starred'])

/**
 * The CSV of Instapaper, in its three generations: without and with `Timestamp` and `Tags`. `Folder` is a state or a
 * folder. `Selection` is a passage of the page, which becomes the description.
 */
export const instapaperCsv = linkTable({
  id: 'instapaperCsv',
  needs: ['url', 'title', 'selection', 'folder'],
  read({ get, line }, sink) {
    const folder = get('folder').trim()
    sink.enter(states.has(folder) ? [] : [folder], line)
    const tags = get('tags')
    const list = tags.trim().startsWith('[') ? parseJson(tags) : null
    return {
      // A typing error of a client that many files have.
      address: get('url')
        .trim()
        .replace(/^httpss:\/\//i, 'https://'),
      added: get('timestamp'),
      tags: Array.isArray(list) ? list.map(String) : tags.split(','),
      note: get('selection'),
      favourite: folder === 'Starred',
      toRead: folder === 'Unread',
      isArchived: folder === 'Archive',
    }
  },
})

/** The CSV of Raindrop. The folder is a path; `Unsorted` is none. Highlights are separated by line breaks. */
export const raindropCsv = linkTable({
  id: 'raindropCsv',
  needs: ['url', 'folder'],
  recognise: ({ names }) =>
    names.includes('excerpt') || (names.includes('note') && names.includes('created')),
  read({ get, line }, sink) {
    const folder = get('folder').trim()
    sink.enter(folder === 'Unsorted' ? [] : splitFolders(folder), line)
    return {
      added: get('created'),
      tags: get('tags').split(','),
      note: joinTexts(get('note'), get('excerpt')),
      favourite: isYes(get('favorite')),
      image: get('cover'),
      highlights: readHighlights(get('highlights')).map(toHighlight),
    }
  },
})

/** Reads the highlights of a cell: blocks `Highlight:…`, `Color:…`, `Note:…`, or one a line. */
function readHighlights(cell: string): { text: string; comment: string; color: string }[] {
  const found: { text: string; comment: string; color: string }[] = []
  for (const line of cell.split(/\r?\n/)) {
    const [, name = '', value = line] = /^\s*(highlight|color|note):\s?(.*)$/i.exec(line) ?? []
    const last = found.at(-1)
    if (name.toLowerCase() === 'color' && last) last.color = value.trim()
    else if (name.toLowerCase() === 'note' && last) last.comment += value
    else if (value.trim() !== '') found.push({ text: value, comment: '', color: '' })
  }
  return found
}

/** The CSV of Diigo. `annotations` has blocks `Highlight: …` and `Comment: …`. */
export const diigoCsv = linkTable({
  id: 'diigoCsv',
  needs: ['title', 'url', 'tags', 'description', 'annotations'],
  read({ get }) {
    const { highlights, rest } = readAnnotations(get('annotations'))
    const tags = get('tags').trim()
    return {
      added: get('created_at'),
      tags: tags === 'no_tag' ? [] : tags.includes(',') ? tags.split(',') : readSpaced(tags),
      note: joinTexts(get('description'), get('comments'), ...rest),
      highlights: highlights.map(toHighlight),
    }
  },
})

/** Reads tags that are separated by blanks; those in quotes have blanks themselves. */
function readSpaced(tags: string): string[] {
  return [...tags.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
}

function readAnnotations(cell: string): { highlights: { text: string; comment: string }[]; rest: string[] } {
  const highlights: { text: string; comment: string }[] = []
  const rest: string[] = []
  let isComment = false
  for (const line of cell.split(/\r?\n/)) {
    const [, kind, text = line] = /^\s*(Highlight|Comment):\s?(.*)$/.exec(line) ?? []
    const last = highlights.at(-1)
    if (kind === 'Highlight') {
      highlights.push({ text, comment: '' })
      isComment = false
    } else if (kind === 'Comment' && !last) rest.push(text.trim())
    else if (kind === 'Comment' && last) {
      last.comment += `${last.comment && '\n'}${text.trim()}`
      isComment = true
    } else if (last) last[isComment ? 'comment' : 'text'] += `\n${text}`
    else if (text.trim() !== '') rest.push(text.trim())
  }
  return { highlights, rest }
}

/** The CSV in the ZIP of Matter, with two kinds of first line. Emails have no address. Tags are separated by semicolons. */
export const matterCsv = linkTable({
  id: 'matterCsv',
  needs: ['title', 'url', 'publisher', 'in queue'],
  read({ get }) {
    const from = [get('author'), get('publisher')].filter(each => each.trim() !== '').join(', ')
    return {
      // Its text is in another file of the ZIP, so that the note has what the table says of it.
      note: get('url').trim() === '' ? from || get('title') : '',
      tags: get('tags').split(';'),
      added: get('last interaction date'),
      favourite: isYes(get('favorited')),
      toRead: isYes(get('in queue')) && !isYes(get('read')),
      isArchived: !isYes(get('in queue')),
    }
  },
})

/** The CSV of Readwise Reader. Tags are a list as Python writes it. Items of feeds, which nobody saved, are left out. */
export const readerCsv = linkTable({
  id: 'readerCsv',
  needs: ['title', 'url', 'document tags', 'saved date', 'location'],
  read({ get, line }, sink) {
    const place = get('location').trim().toLowerCase()
    if (place === 'feed') {
      sink.reject('unsaved', { title: get('title'), address: get('url'), line })
      return null
    }
    return {
      tags: readList(get('document tags')),
      added: get('saved date'),
      isArchived: place === 'archive',
      toRead: place === 'new' || place === 'later' || place === 'shortlist',
    }
  },
})

/** Returns the texts of a list as Python writes it, `['a', "b's"]`; or of a text between commas. */
function readList(cell: string): string[] {
  if (!cell.trim().startsWith('[')) return cell.split(',')
  // Longer lists are none: an open quote would take long.
  return [...cell.slice(0, 20_000).matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(
    ([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
  )
}

/** The CSV of mymind. A row without an address and with a text is a note; one without both is a picture beside the table. */
export const mymindCsv = linkTable({
  id: 'mymindCsv',
  needs: ['id', 'type', 'title', 'url', 'content', 'note', 'tags'],
  read({ get, line }, sink) {
    const note = joinTexts(get('content'), get('note'))
    if (get('url').trim() === '' && note === '') {
      sink.reject('upload', { title: get('title', 'id'), address: get('url'), line })
      return null
    }
    return { note, tags: get('tags').split(','), added: get('created') }
  },
})

/** The CSV of Zotero. Tags are separated by semicolons; notes are HTML. A row without an address has that of its DOI. */
export const zoteroCsv = linkTable({
  id: 'zoteroCsv',
  needs: ['key', 'item type', 'title', 'url', 'manual tags'],
  read: ({ get }) => ({
    address: get('url') || doiAddress(get('doi')),
    note: joinTexts(get('abstract note'), htmlToText(get('notes'))),
    tags: `${get('manual tags')};${get('automatic tags')}`.split(';'),
    added: get('date added'),
    changed: get('date modified'),
  }),
})

/** A list of Google's saved places and pages, from Takeout. The name of the file in the ZIP is that of the list. */
export const googleSavedCsv = linkTable({
  id: 'googleSavedCsv',
  needs: ['title', 'note', 'url', 'comment'],
  read({ get, line }, sink, { fileName }) {
    if (get('title', 'url', 'note', 'comment') === '') return null
    sink.enter(fileName ? [fileName] : [], line)
    return { note: joinTexts(get('note'), get('comment')), tags: get('tags').split(',') }
  },
})

/** The saved posts or comments of Reddit: only their addresses on the site. */
export const redditCsv = linkTable({
  id: 'redditCsv',
  needs: ['id', 'permalink'],
  recognise: ({ names }) => names.length <= 3,
  read({ get }) {
    const address = get('permalink').trim()
    return { address: address.startsWith('/') ? `https://www.reddit.com${address}` : address, title: '' }
  },
})
