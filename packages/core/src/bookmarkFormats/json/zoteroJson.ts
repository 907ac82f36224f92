import { jsonFormat, type JsonObject, toObject, toText, toTexts, toWrittenDate } from './jsonFormat.ts'
import { htmlToText } from '../htmlToText.ts'
import { joinTexts } from '../writtenRow.ts'

/** The JSON of Zotero with Better BibTeX. An item without an address has that of its DOI. Its first collection is its folder. */
export const zoteroJson = jsonFormat({
  id: 'zoteroJson',
  recognise: head =>
    /^\{[^]*"(?:translatorLabel|label)"\s*:\s*"BetterBibTeX JSON"/i.test(head.text) ||
    head.hasKeys('items[].itemType'),
  paths: ['collections', 'items[]'],
  open(sink) {
    let collections: JsonObject = {}
    const waiting: { value: JsonObject; line: number }[] = []
    return {
      row(value, { path, line }) {
        if (path === 'collections') collections = value
        else waiting.push({ value, line })
      },
      *end() {
        const paths = toPaths(collections)
        for (const { value, line } of waiting) {
          const [path = [], ...others] = paths.get(toText(value.itemID)) ?? []
          sink.enter(path, line)
          sink.row({
            address: toText(value.url) || doiAddress(toText(value.DOI)),
            title: toText(value.title),
            note: joinTexts(toText(value.abstractNote), ...toTexts(value.notes, 'note').map(htmlToText)),
            tags: toTexts(value.tags, 'tag'),
            added: toWrittenDate(value.dateAdded),
            changed: toWrittenDate(value.dateModified),
            otherFolders: others.map(each => each.at(-1) ?? ''),
            line,
          })
          if (sink.size >= 500) yield undefined
        }
      },
    }
  },
})

/** Returns the paths of the collections of each item, by its id. */
function toPaths(collections: JsonObject): Map<string, string[][]> {
  const paths = new Map<string, string[][]>()
  for (const [key, each] of Object.entries(collections)) {
    const path: string[] = []
    const seen = new Set<string>()
    for (let at = key; at !== '' && !seen.has(at);) {
      seen.add(at)
      const found = toObject(collections[at])
      if (toText(found.name) === '') break
      path.unshift(toText(found.name))
      at = toText(found.parent)
    }
    const items = toObject(each).items
    for (const item of Array.isArray(items) ? items : []) {
      const known = paths.get(toText(item))
      if (known) known.push(path)
      else paths.set(toText(item), [path])
    }
  }
  return paths
}

/** Returns the address of a DOI; '' for none. */
export function doiAddress(doi: string): string {
  const found = /10\.\d{4,9}\/\S+/.exec(doi)?.[0]
  return found === undefined ? '' : `https://doi.org/${found}`
}

/** The CSL JSON of Zotero and other reference managers. */
export const cslJson = jsonFormat({
  id: 'cslJson',
  recognise: head =>
    head.hasKeys('[].type', '[].title') && (head.hasKeys('[].URL') || head.hasKeys('[].DOI')),
  paths: ['[]'],
  open: sink => ({
    row: (value, { line }) =>
      sink.row({
        address: toText(value.URL) || doiAddress(toText(value.DOI)),
        title: toText(value.title),
        note: toText(value.abstract),
        tags: toTexts(value.keyword),
        added: toIsoDate(toObject(value.accessed)),
        line,
      }),
  }),
})

function toIsoDate({ 'date-parts': parts }: JsonObject): string {
  const [first] = Array.isArray(parts) ? parts : []
  if (!Array.isArray(first)) return ''
  const [year, month = 1, day = 1] = first.map(Number)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
