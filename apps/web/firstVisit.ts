import { join } from 'node:path'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const source = (path: string) => join(import.meta.dirname, 'src', path)
const main = source('app/main.tsx')
const signIn = source('accounts/main.tsx')
const dashboard = source('pages/DashboardPage.tsx')

/** Returns a module and everything that it imports statically. */
function listStaticImports(entry: string, graph: Graph): Set<string> {
  const found = new Set<string>()
  const open = [entry]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
  }
  return found
}

let known: { graph: Graph; shell: Set<string>; signIn: Set<string>; dashboard: Set<string> } | undefined

type ChunkName = 'base' | 'shell' | 'dashboard'

function findChunk(id: string, graph: Graph): ChunkName | null {
  if (known?.graph !== graph)
    known = {
      graph,
      shell: listStaticImports(main, graph),
      signIn: listStaticImports(signIn, graph),
      dashboard: listStaticImports(dashboard, graph),
    }
  // The entry stays a separate file: its hashed name identifies the build.
  if (id === main) return null
  const { shell, signIn: signInSite, dashboard: firstPage } = known
  if (!shell.has(id) && !firstPage.has(id)) return null
  return signInSite.has(id) ? 'base' : shell.has(id) ? 'shell' : 'dashboard'
}

/**
 * Bundles the code of the first visit into three files instead of sixty, which compress better and need fewer requests:
 * `base` is shared with the sign-in site, `shell` surrounds every page, `dashboard` contains the rest of the first page.
 * Each file imports only the ones before it, so the order matters. All other code is split by page.
 */
export const firstVisit = (['base', 'shell', 'dashboard'] as const).map((name, index) => ({
  name: (id: string, graph: Graph) => (findChunk(id, graph) === name ? name : null),
  debugName: name,
  priority: 3 - index,
}))
