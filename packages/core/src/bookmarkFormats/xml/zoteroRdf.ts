import { htmlToText } from '../htmlToText.ts'
import { xmlFormat } from './xmlFormat.ts'
import { joinTexts } from '../writtenRow.ts'
import { doiAddress } from '../json/zoteroJson.ts'

interface Item {
  about: string
  title: string
  address: string
  identifiers: string[]
  note: string
  tags: string[]
  added: string
  refs: string[]
  line: number
}

/** Elements at the top that are no items of their own. */
const others = new Set(['z:attachment', 'z:collection', 'bib:memo', 'bib:journal', 'bib:series'])

/**
 * The RDF of Zotero. Its collections and notes may be behind the items that they belong to; an item without an address has
 * that of its DOI.
 */
export const zoteroRdf = xmlFormat({
  id: 'zoteroRdf',
  recognise: head => head.root === 'rdf:rdf' && /xmlns:z=/.test(head.text),
  open(sink) {
    const items: Item[] = []
    const memos = new Map<string, string>()
    const collections = new Map<string, { name: string; parts: string[] }>()
    const path: string[] = []
    let item: Item | null = null
    let about = ''
    let isCollection = false
    return {
      open(name, attributes, line) {
        path.push(name)
        const resource = attributes['rdf:resource'] ?? ''
        if (path.length === 2) {
          about = attributes['rdf:about'] ?? ''
          isCollection = name === 'z:collection'
          item = others.has(name) ? null : newItem(about, line)
          if (item) items.push(item)
          if (isCollection) collections.set(about, { name: '', parts: [] })
        } else if (name === 'dcterms:haspart' && isCollection) collections.get(about)?.parts.push(resource)
        else if (name === 'dcterms:isreferencedby') item?.refs.push(resource)
      },
      close(name, text) {
        const [, top] = path
        const depth = path.length
        path.pop()
        if (depth === 3 && isCollection && name === 'dc:title') {
          const found = collections.get(about)
          if (found) found.name = text
        } else if (top === 'bib:memo' && name === 'rdf:value') memos.set(about, text)
        else if (item) takeField(item, name, text, path, depth)
      },
      end() {
        const folders = toFolders(collections)
        for (const each of items) {
          const [first = [], ...more] = folders.get(each.about) ?? []
          sink.enter(first, each.line)
          const about = /^https?:/i.test(each.about) ? each.about : ''
          const doi = each.identifiers.map(doiAddress).find(Boolean) ?? ''
          sink.row({
            ...each,
            address: each.address || about || doi,
            note: joinTexts(each.note, ...each.refs.map(ref => htmlToText(memos.get(ref) ?? ''))),
            otherFolders: more.map(names => names.at(-1) ?? ''),
          })
        }
      },
    }
  },
})

const newItem = (about: string, line: number): Item => ({
  about,
  title: '',
  address: '',
  identifiers: [],
  note: '',
  tags: [],
  added: '',
  refs: [],
  line,
})

function takeField(item: Item, name: string, text: string, path: readonly string[], depth: number): void {
  const around = path.at(-1) ?? ''
  if (depth === 3 && name === 'dc:title') item.title = text
  else if (depth === 3 && name === 'dcterms:abstract') item.note = text
  else if (depth === 3 && name === 'dcterms:datesubmitted') item.added = text
  else if (depth === 3 && name === 'dc:subject' && text.trim() !== '') item.tags.push(text)
  else if (name === 'rdf:value' && around === 'z:automatictag') item.tags.push(text)
  else if (name === 'rdf:value' && around === 'dcterms:uri' && path[2] === 'dc:identifier')
    item.address = text.trim()
  else if (depth === 3 && name === 'dc:identifier') item.identifiers.push(text)
}

/** Returns the paths of the collections that each item is in. */
function toFolders(
  collections: ReadonlyMap<string, { name: string; parts: string[] }>,
): Map<string, string[][]> {
  const around = new Map<string, string>()
  for (const [id, { parts }] of collections)
    for (const part of parts) if (collections.has(part)) around.set(part, id)
  const folders = new Map<string, string[][]>()
  for (const [id, { parts }] of collections) {
    const names: string[] = []
    const seen = new Set<string>()
    for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = around.get(at)) {
      seen.add(at)
      names.unshift(collections.get(at)?.name || 'Untitled')
    }
    for (const part of parts)
      if (!collections.has(part)) folders.set(part, [...(folders.get(part) ?? []), names])
  }
  return folders
}
