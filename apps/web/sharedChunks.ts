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

/**
 * The parts whose modules are in one file each, by its name; see `app/parts`. A file imports only those before it. The collection is
 * the page that is opened most often after the dashboard.
 */
const parts = {
  firstRun: ['pages/firstRun/firstRunParts.ts'],
  background: ['app/serviceWorker.ts', 'app/parts/backgroundParts.ts'],
  collection: ['pages/collection/CollectionPage.tsx'],
  link: ['pages/link/LinkPage.tsx'],
  dialogs: ['app/parts/frequentParts.ts'],
  otherDialogs: ['app/parts/otherParts.ts'],
  encryptionDialogs: ['app/parts/encryptionParts.ts'],
}
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

/** Returns the lazily loaded parts, and the sign-in site, that use each module, without the modules of the first visit. */
const readUsers = oncePerBuild(graph => {
  const first = listFirstVisit(graph)
  const users = new Map<string, string[]>()
  for (const part of new Set([signIn, ...listLazyParts(graph)])) {
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
  const isUsedBy = (name: keyof typeof parts) => parts[name].some(path => users.includes(source(path)))
  // Otherwise the sign-in site would load the files of the parts that share modules with it.
  if (users.includes(signIn)) {
    if (isUsedBy('firstRun')) return { name: 'fields' }
    return users.length > 1 ? { name: 'signIn' } : null
  }
  for (const name of ['firstRun', 'background', 'collection', 'link', 'dialogs'] as const)
    if (isUsedBy(name)) return { name }
  if (users.length >= commonFrom) return { name: 'common' }
  if (isUsedBy('otherDialogs')) return { name: 'otherDialogs' }
  const userPages = users.filter(each => each.startsWith(pages)).sort()
  if (userPages.length > 0 && users.length > 1) {
    const hash = createHash('sha256').update(userPages.map(each => each.slice(pages.length)).join())
    return { name: `shared-${hash.digest('hex').slice(0, 8)}`, pageCount: userPages.length }
  }
  return isUsedBy('encryptionDialogs') ? { name: 'encryptionDialogs' } : null
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
  isNamed('fields'),
  isNamed('signIn'),
  isNamed('firstRun'),
  isNamed('background'),
  isNamed('collection'),
  isNamed('link'),
  isNamed('dialogs'),
  isNamed('common'),
  isNamed('otherDialogs'),
  ...Array.from({ length: commonFrom - 1 }, (_, index) => hasPages(commonFrom - 1 - index)),
  isNamed('encryptionDialogs'),
].map(isWanted => ({
  name: (id: string, graph: Graph) => {
    const chunk = findChunk(readUsers(graph).get(id) ?? [])
    return chunk && isWanted(chunk) ? chunk.name : null
  },
}))
