import { join } from 'node:path'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const source = (path: string) => join(import.meta.dirname, 'src', path)
const main = source('app/main.tsx')
const signIn = source('accounts/main.tsx')
const dashboard = source('pages/DashboardPage.tsx')

/** Everything a module needs before it can begin. */
function neededBy(begin: string, graph: Graph): Set<string> {
  const found = new Set<string>()
  const open = [begin]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
  }
  return found
}

let known: { graph: Graph; shell: Set<string>; signIn: Set<string>; dashboard: Set<string> } | undefined

type Place = 'base' | 'shell' | 'dashboard'

function chunkOf(id: string, graph: Graph): Place | null {
  if (known?.graph !== graph)
    known = {
      graph,
      shell: neededBy(main, graph),
      signIn: neededBy(signIn, graph),
      dashboard: neededBy(dashboard, graph),
    }
  // The page begins in a file of its own, by which it knows its build.
  if (id === main) return null
  const { shell, signIn: also, dashboard: first } = known
  if (!shell.has(id) && !first.has(id)) return null
  return also.has(id) ? 'base' : shell.has(id) ? 'shell' : 'dashboard'
}

/**
 * Puts what the first visit loads anyway into three files instead of sixty: they compress better and come with fewer
 * requests. `base` is what the sign-in site needs too, `shell` stands around every page, `dashboard` is what the first
 * page needs besides. Each rests on those before it alone, so the order matters. All other code is split by the page
 * that needs it.
 */
export const firstVisit = (['base', 'shell', 'dashboard'] as const).map((name, place) => ({
  name: (id: string, graph: Graph) => (chunkOf(id, graph) === name ? name : null),
  debugName: name,
  priority: 3 - place,
}))
