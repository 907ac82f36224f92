import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

export const root = join(import.meta.dirname, '..')
export const server = 'apps/server/src'
export const page = 'apps/web/src'

/** The sources of the repository by path, without build results. */
export const sources = new Map(
  globSync('{apps/*/src,apps/web,packages/*/src,e2e,bench,scripts}/**/*.{ts,tsx,css}', {
    cwd: root,
    exclude: path => /(^|\/)(node_modules|dist)$/.test(path),
  }).map(path => [path, readFileSync(join(root, path), 'utf8')]),
)

/** Returns whether a file is only part of the tests. */
const isTest = (path: string) => /\.(test|testing)\.ts$/.test(path) || path.startsWith(`${server}/test/`)

/** Returns the paths of the program below a folder, without its tests. */
export const program = (folder: string) =>
  [...sources.keys()].filter(path => path.startsWith(`${folder}/`) && !isTest(path))

/** Matches every import and re-export, of types too, and the parameter of `import()`. */
const importing =
  /(?:^|[\s;])(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** Returns the names of the modules that a source imports. */
export const modulesOf = (source: string) =>
  [...source.matchAll(importing)].map(([, fixed, atRunTime]) => (fixed ?? atRunTime)!)

/** Returns the path of a module of this repository; those of other packages are not among the sources. */
export function pathOf(from: string, module: string): string {
  const [, name, rest] = /^@nestmark\/(\w+)\/(.+)/.exec(module) ?? []
  return name ? `packages/${name}/src/${rest}.ts` : join(dirname(from), module.split('?')[0]!)
}

/** The sources that each source imports. */
export const imports = new Map(
  [...sources].map(([path, source]) => [
    path,
    modulesOf(source)
      .map(module => pathOf(path, module))
      .filter(target => sources.has(target)),
  ]),
)

/** Returns the nodes that remain after nodes without incoming or outgoing edges are removed repeatedly. */
export function inCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  let left = new Map(graph)
  for (;;) {
    const entered = new Set([...left.values()].flat())
    const remaining = [...left].filter(
      ([node, targets]) => entered.has(node) && targets.some(each => left.has(each)),
    )
    if (remaining.length === left.size) return [...left.keys()]
    left = new Map(remaining)
  }
}
