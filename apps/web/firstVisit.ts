import { basename, join } from 'node:path'

/** The modules of a build. */
export interface Graph {
  getModuleInfo(id: string): {
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
    code?: string | null
  } | null
}

/** Returns the path of a module of the page. */
export const source = (path: string) => join(import.meta.dirname, 'src', path)
export const main = source('app/main.tsx')
export const signIn = source('accounts/main.tsx')
/** The helpers of the bundler, which would be a file of their own. */
const runtime = '\0rolldown/runtime.js'
/** Exports all icons, so that every page that uses one imports all of them. */
const icons = source('ui/icons.ts')

/**
 * Returns a module and everything that it imports statically.
 * @param except the modules that are left out, with their imports
 */
export function listStaticImports(
  entry: string,
  graph: Graph,
  except: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set<string>()
  const open = [entry]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next) || except.has(next)) continue
    found.add(next)
    open.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
  }
  return found
}

/** Returns the files of the icons that a set of modules uses by name. */
export function listIcons(modules: ReadonlySet<string>, graph: Graph): string[] {
  const names = new Set<string>()
  for (const id of modules)
    if (id !== icons && !id.includes('/node_modules/'))
      for (const [name] of graph.getModuleInfo(id)?.code?.matchAll(/\bIcon[A-Z]\w*/g) ?? []) names.add(name)
  return (graph.getModuleInfo(icons)?.importedIds ?? []).filter(id => names.has(basename(id, '.mjs')))
}

/** Returns what a page loads when it starts: its modules, without the icons that it does not use. */
function listModules(entry: string, graph: Graph): Set<string> {
  const all = listStaticImports(entry, graph)
  const used = new Set(listIcons(all, graph))
  for (const id of graph.getModuleInfo(icons)?.importedIds ?? []) if (!used.has(id)) all.delete(id)
  return all
}

/** Returns a function that computes a value of each build once. */
export function oncePerBuild<Value>(compute: (graph: Graph) => Value): (graph: Graph) => Value {
  const values = new WeakMap<Graph, Value>()
  return graph => {
    const value = values.get(graph) ?? compute(graph)
    values.set(graph, value)
    return value
  }
}

const readEntries = oncePerBuild(graph => ({
  shell: listModules(main, graph),
  signIn: listModules(signIn, graph),
}))

type ChunkName = 'base' | 'shell'

/** Returns all modules of the first visit. */
export const listFirstVisit = (graph: Graph): Set<string> => readEntries(graph).shell

function findChunk(id: string, graph: Graph): ChunkName | null {
  // The entry stays a separate file: its hashed name identifies the build.
  if (id === main) return null
  if (id === runtime) return 'base'
  const { shell, signIn: signInSite } = readEntries(graph)
  if (!shell.has(id)) return null
  return signInSite.has(id) ? 'base' : 'shell'
}

/**
 * Bundles the code of the first visit into two files instead of sixty, which compress better and need fewer requests:
 * `base` is shared with the sign-in site, `shell` has the rest of the frame and of the first page, whose lists most other
 * pages show too. Each file imports only the ones before it, so the order matters. All other code is split by page.
 */
export const firstVisit = (['base', 'shell'] as const).map(name => ({
  name: (id: string, graph: Graph) => (findChunk(id, graph) === name ? name : null),
  debugName: name,
}))
