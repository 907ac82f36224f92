import { escapeAttribute, escapeText } from '@nestmark/core/copy/escape'
import { pdfTexts } from '@nestmark/texts/reading/pdf'
import type { Db } from '../../db/db.ts'
import {
  type ExportedFolder,
  foldersByParent,
  linksOfCollection,
} from '../importExport/export/exportQuery.ts'
import { type ListedLink, parseTags } from '../links/store.ts'

/** The most links of a document: more would not fit on 200 pages. */
const maxPrintedLinks = 2000

/** The collection to print. */
export interface PrintOrder {
  ownerId: string
  rootId: string
  /** Who reads it. */
  readerId: string
  /** The public URL of this server, for the pages of notes that have no address. */
  publicUrl: string
}

type PrintedFolder = Pick<ExportedFolder, 'id' | 'name' | 'descr'>

/** Yields an HTML document of a collection with its descendants, piece by piece. */
export async function* printFile(db: Db, order: PrintOrder): AsyncGenerator<string> {
  const below = await foldersByParent(db.read, { ...order, top: order.rootId })
  const found = [...below.values()].flat().find(each => each.id === order.rootId)
  // The root of a library is not among its collections.
  const inside = found ? below : await foldersByParent(db.read, order)
  const self = found ?? { id: order.rootId, name: pdfTexts.library, descr: '' }
  yield documentStart(self.name)
  let left = maxPrintedLinks
  // An explicit stack instead of recursion: a deep tree must not overflow the call stack.
  const open: { folders: readonly PrintedFolder[]; at: number }[] = [{ folders: [self], at: 0 }]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const folder = top.folders[top.at++]
    if (!folder) {
      open.pop()
      continue
    }
    const path = open.slice(0, -1).flatMap(each => each.folders[each.at - 1]?.name ?? [])
    yield formatHeading(folder, path)
    for await (const rows of linksOfCollection(db.read, order.readerId, folder.id, { most: left })) {
      left -= rows.length
      yield rows.map(row => formatLink(row, order)).join('')
    }
    if (left <= 0) {
      yield `<p class="more">${escapeText(pdfTexts.firstLinks(maxPrintedLinks))}</p>`
      break
    }
    open.push({ folders: inside.get(folder.id) ?? [], at: 0 })
  }
  yield documentEnd
}

/** Returns the document of one link. */
export function printLink(link: ListedLink, order: Pick<PrintOrder, 'readerId' | 'publicUrl'>): string {
  return documentStart(link.title) + formatLink(link, order) + documentEnd
}

function documentStart(title: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeText(title)}</title><style>${style}</style></head><body>`
}

const documentEnd = '</body></html>'

function formatHeading({ name, descr }: PrintedFolder, path: readonly string[]): string {
  const above = path.length === 0 ? '' : `<p class="path" dir="auto">${path.map(escapeText).join(' › ')}</p>`
  const about = descr ? `<p class="about" dir="auto">${escapeText(descr)}</p>` : ''
  const level = path.length === 0 ? 'h1' : 'h2'
  return `${above}<${level} dir="auto">${escapeText(name)}</${level}>${about}`
}

function formatLink(
  link: ListedLink,
  { readerId, publicUrl }: Pick<PrintOrder, 'readerId' | 'publicUrl'>,
): string {
  const address = link.address || `${publicUrl}/l/${link.id}`
  const isShown = link.desc_toggle === 1 || link.owner_id === readerId
  const tags = parseTags(link).map(tag => `<span class="tag" dir="auto">#${escapeText(tag.name)}</span>`)
  return `<section><h3 dir="auto"><a href="${escapeAttribute(toSafeAddress(address, link, publicUrl))}">${escapeText(
    link.title || address,
  )}</a></h3>${link.address ? `<p class="address">${escapeText(link.address)}</p>` : ''}${
    isShown && link.descr ? `<p class="text" dir="auto">${escapeText(link.descr)}</p>` : ''
  }${formatChecklist(link.check_list)}${tags.length > 0 ? `<p class="tags">${tags.join(' ')}</p>` : ''}</section>`
}

/** Only web addresses can be clicked in the document. */
function toSafeAddress(address: string, { id }: ListedLink, publicUrl: string): string {
  return /^(https?|mailto):/i.test(address) ? address : `${publicUrl}/l/${id}`
}

function formatChecklist(text: string | null): string {
  if (text === null) return ''
  const items = JSON.parse(text) as { text: string; done: boolean }[]
  return `<ul>${items.map(item => `<li dir="auto">${item.done ? '☑' : '☐'} ${escapeText(item.text)}</li>`).join('')}</ul>`
}

const style = `@page{size:A4;margin:18mm 16mm}
body{font:10.5pt/1.45 'Open Sans','Noto Sans',system-ui,sans-serif;color:#1d2421;margin:0}
h1{font-size:22pt;line-height:1.15;margin:0 0 4pt}
h2{font-size:15pt;line-height:1.2;margin:0 0 3pt;break-after:avoid}
h3{font-size:11pt;line-height:1.3;margin:0}
.path{margin:16pt 0 1pt;font-size:8.5pt;color:#5d6a64;break-after:avoid}
.about{margin:0 0 6pt;color:#46524d;white-space:pre-wrap}
section{margin:9pt 0;padding-top:8pt;border-top:.5pt solid #d9dfdb;break-inside:avoid}
a{color:inherit;text-decoration:none}
.address{margin:0;font-size:8.5pt;color:#2f6d55;overflow-wrap:anywhere}
.text{margin:3pt 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
.tags{margin:3pt 0 0;font-size:8.5pt;color:#5d6a64}
.more{margin-top:14pt;color:#5d6a64}
ul{list-style:none;margin:3pt 0 0;padding:0}`
