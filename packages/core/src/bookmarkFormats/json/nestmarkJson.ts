import type { CheckItem } from '../../bookmarkFiles/events.ts'
import {
  isObject,
  jsonFormat,
  type JsonObject,
  toFlag,
  toObject,
  toObjects,
  toText,
  toTexts,
  toWrittenDate,
} from './jsonFormat.ts'
import { categories, limits } from '../../limits.ts'
import { truncateText } from '../../words/truncateText.ts'
import { libraryFormat } from '../../libraryFile/format.ts'
import type { RowSink } from '../rowSink.ts'
import { walkTree } from '../walkTree.ts'
import { toDate, toExact } from '../writtenRow.ts'

const isOwn = new RegExp(`^\\{[^]{0,5000}?"format"\\s*:\\s*"${libraryFormat}"`)

/**
 * Nestmark's own `nestmark.json`, complete but for the files of links. Encrypted links are left out: only their key opens
 * them.
 */
export const nestmarkJson = jsonFormat({
  id: 'nestmarkJson',
  recognise: head => head.hasKeys('format') && isOwn.test(head.text),
  paths: ['tags', 'searches[]', 'rules[]', 'collections[]', 'links[]', 'feeds[]', 'highlights[]'],
  open(sink) {
    const collections: Entry[] = []
    const links: Entry[] = []
    const feeds: Entry[] = []
    const rules: JsonObject[] = []
    let moreRules = 0
    let sealed = 0
    const covers = new Set<string>()
    return {
      row(value, { path, line }) {
        if (path === 'collections[]') {
          collections.push({ value, line, isFolder: true })
          covers.add(toText(value.cover))
        } else if (path === 'links[]') links.push({ value, line, isFolder: false })
        else if (path === 'feeds[]') feeds.push({ value, line, isFolder: false })
        else if (path === 'searches[]') addSearch(sink, value)
        else if (path === 'rules[]') {
          if (rules.length < limits.rules) rules.push(value)
          else moreRules++
        } else {
          sealed += toObjects(value.highlights).filter(isSealed).length
          addPage(sink, value, line)
        }
      },
      other(value) {
        for (const tag of Array.isArray(value) ? value.map(toText) : []) if (tag !== '') sink.tag(tag)
      },
      *end() {
        const ids = new Set(collections.map(({ value }) => toText(value.id)))
        const placeOf = (id: unknown) => (ids.has(toText(id)) ? toText(id) : '')
        const inside = Map.groupBy(collections, ({ value }) => placeOf(value.parent))
        const linksIn = Map.groupBy(links, ({ value }) => placeOf(value.collection))
        const feedsIn = Map.groupBy(feeds, ({ value }) => placeOf(value.collection))
        for (const feed of feedsIn.get('') ?? []) addFeed(sink, feed)
        const named = new Set(rules.map(rule => toText(toObject(rule.actions).collection)))
        const nodesIn = (id: string) => [...(linksIn.get(id) ?? []), ...(inside.get(id) ?? [])]
        yield* walkTree<Entry>(
          sink,
          nodesIn(''),
          ({ value, line, isFolder }): readonly Entry[] | undefined => {
            if (!isFolder) return void addLink(sink, value, { line, isCover: covers.has(toText(value.id)) })
            sink.openFolder({
              name: toText(value.name),
              note: toText(value.description),
              favourite: toFlag(value.favourite),
              favouriteAt: toWrittenDate(value.favourite_at),
              ...(named.has(toText(value.id)) && { id: toText(value.id) }),
              added: toWrittenDate(value.created_at),
              changed: toWrittenDate(value.updated_at),
              isExact: true,
              line,
            })
            for (const feed of feedsIn.get(toText(value.id)) ?? []) addFeed(sink, feed)
            leaveOutSite(sink, value, line)
            return nodesIn(toText(value.id))
          },
        )
        // After the collections that they name.
        for (const [at, rule] of rules.entries()) addRule(sink, rule, at + 1)
        if (sealed > 0) sink.leaveOut('sealed', '', 0, sealed)
        if (moreRules > 0) sink.leaveOut('rule', '', 0, moreRules)
      },
    }
  },
})

interface Entry {
  value: JsonObject
  line: number
  isFolder: boolean
}

function addLink(
  sink: RowSink,
  link: JsonObject,
  { line, isCover }: { line: number; isCover: boolean },
): void {
  const [address, title] = [toText(link.address), toText(link.title)]
  if (toText(link.encrypted_with) !== '') return sink.reject('encrypted', { title: '', address: '', line })
  sink.row({
    address,
    title,
    note: toText(link.description),
    remark: toText(link.private_note),
    tags: toTexts(link.tags),
    favourite: toFlag(link.favourite),
    favouriteAt: toWrittenDate(link.favourite_at),
    player: toText(link.player),
    image: toText(link.picture),
    category: typeof link.category === 'number' ? link.category : null,
    subCategory: toText(link.sub_category) || null,
    checklist: toObjects(link.checklist).map((item): CheckItem => ({
      text: toText(item.text),
      done: toFlag(item.done),
    })),
    hasFile: toObjects(link.files).some(file => file.kind === 'file'),
    id: hasParts(link) ? toText(link.id) : '',
    added: toWrittenDate(link.created_at),
    changed: toWrittenDate(link.updated_at),
    extra: { ...(isCover && { cover: '1' }), ...(link.description_shown === false && { desctoggle: '0' }) },
    isExact: true,
    line,
  })
}

/** A host belongs to the user who proves it, and a look to the page at that host: an import only names them. */
function leaveOutSite(sink: RowSink, collection: JsonObject, line: number): void {
  const { domain, look } = toObject(collection.sharing)
  const host = toText(toObject(domain).host)
  if (host !== '') sink.leaveOut('domain', host, line)
  if (isObject(look)) sink.leaveOut('look', toText(collection.name), line)
}

function addFeed(sink: RowSink, { value, line }: Entry): void {
  sink.extra({
    kind: 'feed',
    address: toText(value.address),
    title: toExact(toText(value.title)),
    tag: toExact(toText(value.tag)) || null,
    added: toDate(toWrittenDate(value.created_at), sink.options.now),
    line,
  })
}

function addSearch(sink: RowSink, value: JsonObject): void {
  const [name, input] = [toExact(toText(value.name)).trim(), toExact(toText(value.input))]
  const { type, category, order } = value
  const isType = typeof type === 'number' && Number.isInteger(type) && type >= 1 && type <= 8
  if (name === '' || input.trim() === '' || !isType) return sink.leaveOut('query', name)
  sink.extra({
    kind: 'search',
    name: truncateText(name, limits.savedSearchName),
    input: truncateText(input, limits.searchInput),
    type,
    category: categories.find(({ code }) => code === category)?.code ?? null,
    order: order === 1 || order === 2 ? order : null,
    added: toDate(toWrittenDate(value.created_at), sink.options.now),
  })
}

function addRule(sink: RowSink, rule: JsonObject, number: number): void {
  sink.extra({
    kind: 'rule',
    number,
    active: toFlag(rule.active),
    conditions: toObject(rule.conditions),
    actions: toObject(rule.actions),
    added: toDate(toWrittenDate(rule.created_at), sink.options.now),
  })
}

/** Returns whether a link has something beside `nestmark.json`, or that belongs to it. */
export function hasParts(link: JsonObject): boolean {
  return (
    toObjects(link.files).length > 0 || toObjects(link.copies).length > 0 || link.keep_copies !== undefined
  )
}

/** Returns whether a highlight is that of an encrypted link: an envelope. */
const isSealed = (highlight: JsonObject) => toText(highlight.sealed) !== ''

function addPage(sink: RowSink, page: JsonObject, line: number): void {
  const highlights = toObjects(page.highlights).filter(
    each => !isSealed(each) && toText(each.text).trim() !== '',
  )
  if (highlights.length === 0) return
  sink.page({
    address: toText(page.address),
    title: toText(page.title),
    highlights: highlights.map(each => {
      const changed = toDate(toWrittenDate(each.updated_at), sink.options.now)
      return {
        text: toExact(toText(each.text)),
        comment: toExact(toText(each.comment)),
        style: toStyle(each.style),
        added: toDate(toWrittenDate(each.created_at), sink.options.now),
        ...(changed !== null && { changed }),
        ...(isObject(each.anchor) && { anchor: each.anchor }),
      }
    }),
    line,
  })
}

function toStyle(value: unknown): 1 | 2 | 3 | 4 {
  return value === 2 || value === 3 || value === 4 ? value : 1
}
