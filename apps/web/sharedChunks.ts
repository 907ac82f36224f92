import { createHash } from 'node:crypto'
import {
  type Graph,
  listFirstVisit,
  listIcons,
  listStaticImports,
  main,
  oncePerBuild,
  signIn,
  source,
} from './firstVisit.ts'

/** The code that every page loads after its own, by `app/shell/Frame.tsx` and `app/main.tsx`. */
const background = [
  'app/serviceWorker.ts',
  'app/shell/ClipboardWatcher.tsx',
  'app/shell/RunningActions.tsx',
  'features/files/FileArrivals.tsx',
  'features/importExport/RunningImport.tsx',
].map(source)
/** The code that `app/OverlayHost.tsx` preloads on every page. */
const forms = [
  'app/OverlayStack.tsx',
  'app/overlays.tsx',
  'app/Outbox.tsx',
  'app/slots/CollectionDialog.tsx',
  'features/files/DropRim.tsx',
  'features/files/addDropped.ts',
  'features/links/MoveDialog.tsx',
  'features/links/TrashDialog.tsx',
  'features/search/palette/Palette.tsx',
].map(source)
const linkForms = ['app/slots/AddLink.tsx', 'features/links/form/EditLink.tsx'].map(source)
/** This page consists of a form that is preloaded. */
const addLinkPage = source('pages/AddLinkPage.tsx')
const pages = source('pages/')

/** The number of lazily loaded parts that use a module before it belongs to `common`. */
const commonFrom = 8

/** Returns the modules that are imported dynamically. */
function listLazyParts(graph: Graph): Set<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const open = [main, signIn]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const module = graph.getModuleInfo(next)
    for (const id of module?.dynamicallyImportedIds ?? []) found.add(id)
    open.push(...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? []))
  }
  return found
}

/** Returns the lazily loaded parts that use each module, without the modules of the first visit. */
const readUsers = oncePerBuild(graph => {
  const first = listFirstVisit(graph)
  const users = new Map<string, string[]>()
  for (const part of listLazyParts(graph)) {
    const modules = listStaticImports(part, graph, first)
    const icons = listIcons(modules, graph).filter(id => !first.has(id))
    for (const id of new Set([...modules, ...icons])) users.set(id, [...(users.get(id) ?? []), part])
  }
  return users
})

/** A file of shared modules, and the number of pages whose modules it contains. */
interface Chunk {
  name: string
  pageCount?: number
}

function findChunk(users: readonly string[]): Chunk | null {
  if (users.some(each => background.includes(each))) return { name: 'background' }
  if (users.length >= commonFrom) return { name: 'common' }
  const userPages = users.filter(each => each.startsWith(pages) && each !== addLinkPage).sort()
  if (userPages.length > 0 && users.length > 1) {
    const hash = createHash('sha256').update(userPages.map(each => each.slice(pages.length)).join())
    return { name: `shared-${hash.digest('hex').slice(0, 8)}`, pageCount: userPages.length }
  }
  const inForms = users.filter(each => forms.includes(each)).length
  const isInLinkForm = users.some(each => linkForms.includes(each))
  if (inForms + Number(isInLinkForm) > 1) return { name: 'dialogs' }
  return isInLinkForm && inForms === 0 ? { name: 'linkForm' } : null
}

const isNamed = (name: string) => (chunk: Chunk) => chunk.name === name
const hasPages = (count: number) => (chunk: Chunk) => chunk.pageCount === count

/**
 * Bundles the code that lazily loaded parts share. By default each set of parts has a file for the modules that only
 * they share: these were 190 files of 1 kB, and a page needed up to seventy of them. A module that several pages use is
 * in one file with all others of these pages. Each file imports only the ones before it and those of the first visit,
 * so the order matters: what a module imports is used at least as often.
 */
export const sharedChunks = [
  isNamed('background'),
  isNamed('common'),
  ...Array.from({ length: commonFrom - 1 }, (_, index) => hasPages(commonFrom - 1 - index)),
  isNamed('dialogs'),
  isNamed('linkForm'),
].map(isWanted => ({
  name: (id: string, graph: Graph) => {
    const chunk = findChunk(readUsers(graph).get(id) ?? [])
    return chunk && isWanted(chunk) ? chunk.name : null
  },
}))
