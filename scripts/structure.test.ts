import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path/posix'
import { expect, test } from 'vitest'
import {
  imports,
  inCircles,
  modulesOf,
  page,
  pathOf,
  program,
  root,
  server,
  sources,
} from './sources.testing.ts'

/** Matches the import of the SQL template, and the calls that begin a statement. */
const sqlUse =
  /^import \{[^}]*(?<!type )\bsql\b[^}]*\} from 'kysely'|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(/m

/** The files and folders with SQL outside the stores of the features, each with its reason. */
const sqlPlaces = {
  'db/': 'opens both databases, and contains all differences between them',
  'access/': 'the rights and the plan of a user',
  'domainEvents/': 'the consumers of an event write in the transaction of the action',
  'jobs/claim.ts': 'chooses the next job',
  'jobs/lease.ts': 'claims, renews and releases a job',
  'liveUpdates/events.ts': 'finds the streams whose session has ended',
  'http/callers/apiKeys.ts': 'finds an API key and records its use',
  'http/files/pictures.ts': 'reads the bytes of a picture',
  'features/searchQuery/': 'builds the conditions of a search, and has no other purpose',
  'admin/rebuildSearch.ts': 'rewrites the search index of all libraries',
}

const isStore = (path: string) => /^(store|.*(Store|Query))\.ts$/.test(basename(path))

test('finds SQL by its import and by the calls that begin a statement', () => {
  const uses = ["import { type RawBuilder, sql } from 'kysely'", "  await tx\n    .selectFrom('links')"]
  const others = ["import type { Tx } from '../db/db.ts'", "import { type Sql, type sql } from 'kysely'"]
  expect(uses.map(use => sqlUse.test(use))).toEqual([true, true])
  expect(others.map(other => sqlUse.test(other))).toEqual([false, false])
})

test('only stores and the listed places below the features contain SQL', () => {
  const withSql = program(server).filter(path => sqlUse.test(sources.get(path)!) && !isStore(path))
  const places = Object.keys(sqlPlaces).map(place => `${server}/${place}`)
  expect(withSql.filter(path => !places.some(place => path.startsWith(place)))).toEqual([])
  expect(places.filter(place => !withSql.some(path => path.startsWith(place)))).toEqual([])
})

/**
 * Stores that refuse by the result of their own update: the counters are checked by the statement that changes
 * them.
 */
const refusingStores = ['features/collections/countersStore.ts']

test('a store grants and refuses nothing', () => {
  const deciding = program(`${server}/features`).filter(
    path => isStore(path) && /\b(?:refuse|grant[A-Z]\w*)\(/.test(sources.get(path)!),
  )
  expect(deciding).toEqual(refusingStores.map(path => `${server}/${path}`))
})

test('only the typed client of the sign-in site calls /api/auth', () => {
  const calling = program(page).filter(path => /['"`]\/api\/auth/.test(sources.get(path)!))
  expect(calling).toEqual(['apps/web/src/accounts/calls.ts'])
})

test('only db/ asks which database it is', () => {
  const asking = program(server).filter(path => /\bisPostgres\b/.test(sources.get(path)!))
  expect(asking).toContain(`${server}/db/dialect.ts`)
  expect(asking.filter(path => !path.startsWith(`${server}/db/`))).toEqual([])
})

test('finds imports in every syntax', () => {
  const source = [
    "import './a.ts'",
    "import type {\n  B,\n} from './b.ts'",
    "export * from './c.ts'",
    "const d = import('./d.ts')",
    "type E = typeof import('./e.ts')",
    "const text = 'import'",
  ]
  expect(modulesOf(source.join('\n'))).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts'])
  expect(pathOf('apps/server/src/a.ts', '../b.ts?raw')).toBe('apps/server/b.ts')
  expect(imports.get(`${server}/app.ts`)).toContain(`${server}/services.ts`)
})

test('finds cycles', () => {
  const graph = { above: ['a'], a: ['b'], b: ['c'], c: ['a', 'below'], below: [] }
  expect(inCircles(new Map(Object.entries(graph)))).toEqual(['a', 'b', 'c'])
})

test('there are no import cycles, type-only imports included', () => {
  expect(inCircles(imports)).toEqual([])
})

const maxLines = 300

/** Exempt from the limit: the texts, which are read as a list. */
const isFree = (path: string) => path.startsWith('packages/texts/')

test(`no file has more than ${maxLines} lines`, () => {
  const long = [...sources].filter(
    ([path, source]) => !isFree(path) && source.split('\n').length - 1 > maxLines,
  )
  expect(long.map(([path]) => path)).toEqual([])
})

/** The layers of the server from top to bottom. A file imports only from its own layer and from those below. */
const layers = [
  ['main.ts', 'admin.ts', 'admin/', 'seed.ts', 'seed/', 'reader.worker.ts', 'databaseJobs.thread.ts'],
  ['app.ts', 'startup/'],
  ['routes.ts', 'jobKinds.ts', 'databaseJobs.ts'],
  ['features/'],
  ['http/'],
  [
    'calls/',
    'jobs/',
    'readers/',
    'liveUpdates/',
    'domainEvents/',
    'undo/',
    'email/',
    'payments/',
    'services.ts',
  ],
  ['access/'],
  ['db/', 'configuration/'],
  ['fetching/', 'browser/', 'media/', 'blobStorage/', 'concurrency/'],
  ['folders.ts'],
]

/** The layers of the page from top to bottom. */
const pageLayers = [
  ['app/', 'accounts/', 'offline/', 'vite-env.d.ts'],
  ['pages/'],
  ['features/'],
  ['ui/'],
  ['lib/'],
]

const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

/** Returns the folders from left to right, as a sentence of docs/architecture.md lists them. */
const readOrder = (folders: string) =>
  new RegExp(`${folders} imports only from those to its left: \`([\\w,\\s]+)\``)
    .exec(architecture)![1]!
    .split(/,\s+/)
const features = readOrder('feature of the server')
const pageFeatures = readOrder('feature of the page')
const libFolders = readOrder('folder of `lib/`')

/** Returns the number of a file's layer, from 0 at the top. */
const layerOf = (path: string, order = layers) =>
  order.findIndex(layer => layer.some(part => path.startsWith(part)))
const featureOf = (path: string) => /^features\/(\w+)\//.exec(path)?.[1]
/** Returns the folder of a file in `lib/`; '' for one beside the folders. */
const libFolderOf = (path: string) => /^(?:(\w+)\/)?/.exec(path)![1] ?? ''

/** Returns whether an import points from a feature, or another folder of an order, to one on its right. */
function isToRight(order: readonly string[], from: string, to: string, folderOf = featureOf): boolean {
  const [importer, imported] = [folderOf(from), folderOf(to)]
  return importer !== undefined && imported !== undefined && order.indexOf(imported) > order.indexOf(importer)
}

/** Returns whether an import of the server points up a layer, or from a feature to `http/` or one on its right. */
const isAgainstOrder = (from: string, to: string): boolean =>
  isToRight(features, from, to) || layerOf(to) < layerOf(from) || /^features.*>http/.test(`${from}>${to}`)

/** Returns the imports between files of a folder that violate an order. */
const listViolations = (folder: string, isViolation: (from: string, to: string) => boolean) =>
  program(folder).flatMap(path =>
    imports
      .get(path)!
      .filter(target => target.startsWith(`${folder}/`))
      .map(target => [path, target].map(each => each.slice(folder.length + 1)) as [string, string])
      .filter(([from, to]) => isViolation(from, to))
      .map(([from, to]) => `${from} > ${to}`),
  )

test('every part of the server has a layer, and every feature a place', () => {
  const parts = program(server).map(path => path.slice(server.length + 1))
  expect(parts.filter(path => layerOf(path) < 0)).toEqual([])
  expect([...new Set(parts.flatMap(path => featureOf(path) ?? []))].sort()).toEqual(features.toSorted())
})

test('the server imports down its layers, and features from those to their left', () => {
  expect(listViolations(server, isAgainstOrder)).toEqual([])
})

test('the page imports down its layers, and features from those to their left, and every one has a place', () => {
  const isUp = (from: string, to: string) => layerOf(to, pageLayers) < layerOf(from, pageLayers)
  expect(program(page).filter(path => layerOf(path.slice(page.length + 1), pageLayers) < 0)).toEqual([])
  expect(listViolations(page, (from, to) => isUp(from, to) || isToRight(pageFeatures, from, to))).toEqual([])
  expect(isUp('lib/a.ts', 'ui/b.ts')).toBe(true)
  const found = program(page).flatMap(path => featureOf(path.slice(page.length + 1)) ?? [])
  expect([...new Set(found)].sort()).toEqual(pageFeatures.toSorted())
  expect(isToRight(pageFeatures, 'features/links/a.ts', 'features/files/b.ts')).toBe(true)
  expect(isToRight(pageFeatures, 'features/files/b.ts', 'features/links/a.ts')).toBe(false)
})

test('the folders of lib import from those to their left, its files from none, and every one has a place', () => {
  const [lib, order] = [`${page}/lib`, ['', ...libFolders]]
  const found = program(lib).map(path => libFolderOf(path.slice(lib.length + 1)))
  expect([...new Set(found)].sort()).toEqual(order.toSorted())
  expect(listViolations(lib, (from, to) => isToRight(order, from, to, libFolderOf))).toEqual([])
  expect(isToRight(order, 'encryption/a.ts', 'api/b.ts', libFolderOf)).toBe(true)
  expect(isToRight(order, 'api/b.ts', 'encryption/a.ts', libFolderOf)).toBe(false)
  expect(isToRight(order, 'c.ts', 'browser/a.ts', libFolderOf)).toBe(true)
})

test('the page opens dialogs without code that knows one', () => {
  expect(imports.get(`${page}/lib/overlays/overlay.ts`)).toEqual(
    ['focus/hasNoFocus.ts', 'store.ts'].map(each => `${page}/lib/${each}`),
  )
})

test('a folder has at most 30 files, or docs/architecture.md gives the reason', () => {
  const files = globSync('{apps/*/src,packages/*/src,e2e,bench,scripts,docs}/**/*', {
    cwd: root,
    exclude: ({ name }) => ['node_modules', 'dist', 'results'].includes(name),
    withFileTypes: true,
  }).filter(entry => entry.isFile())
  const large = Object.entries(Object.groupBy(files, entry => relative(root, entry.parentPath)))
    .filter(([, within]) => within!.length > 30)
    .map(([folder]) => folder)
  const [, reasons = ''] = architecture.split('## Folders\n')
  expect(large.sort()).toEqual(
    [...reasons.matchAll(/^- `([\w/]+)`: \w/gm)].map(([, folder]) => folder).sort(),
  )
})

/** The packages below each package, as docs/architecture.md lists them. */
const packagesBelow: Record<string, readonly string[]> = {
  core: [],
  contract: ['core'],
  encryption: ['core'],
  highlighter: ['core'],
  texts: ['contract', 'core'],
  client: ['contract', 'core', 'encryption', 'texts'],
}
const packageOf = (path: string) => /^packages\/(\w+)\//.exec(path)?.[1]

test('packages import only those below them, and nothing of an app', () => {
  const against = program('packages').flatMap(path => {
    const own = packageOf(path)!
    const allowed = [own, ...packagesBelow[own]!]
    return imports.get(path)!.filter(target => !allowed.includes(packageOf(target) ?? ''))
  })
  expect(against).toEqual([])
})

test('an import up a layer or to the right violates the order', () => {
  expect(isAgainstOrder('db/tables/tables.ts', 'domainEvents/event.ts')).toBe(true)
  expect(isAgainstOrder('domainEvents/event.ts', 'db/tables/tables.ts')).toBe(false)
  expect(isAgainstOrder('features/tags/store.ts', 'features/links/store.ts')).toBe(true)
  expect(isAgainstOrder('features/links/store.ts', 'features/tags/store.ts')).toBe(false)
  expect(isAgainstOrder('features/links/getLink.ts', 'http/responses/send.ts')).toBe(true)
})

/** The modules that read foreign pages and documents, which only separate processes and threads may load. */
const confined = new RegExp(
  [
    String.raw`^(?:linkedom|@mozilla/readability|@hyzyla/pdfium|mediabunny|sharp|yauzl)(?:/|$)`,
    String.raw`^packages/core/src/(?:words/countWords|copy/(?:pageTokens|rewriteCss|listResources|pageCopy))\.ts$`,
    String.raw`^apps/server/src/fetching/pageMeta/(?:parseHtml|readMetadata|jsonLd|visibleText|pdfTitle)\.ts$`,
    String.raw`^apps/server/src/fetching/copy/(?:readArticle|plainText|treeSource)\.ts$`,
  ].join('|'),
)

/** Matches the imports of values. */
const importingValues =
  /^(?:import|export)\b(?! type\b)(?:[^'"`;]*?\bfrom)? '([^'"\s]+)'|\bimport\('([^'"\s]+)'\)/gm

/** Returns the modules of other packages and the files that the program from an entry on loads, with who imports them. */
function loadedFrom(entry: string): Map<string, string> {
  const loaded = new Map([[entry, '']])
  for (const [path] of loaded)
    for (const [, fixed, atRunTime] of (sources.get(path) ?? '').matchAll(importingValues)) {
      const module = (fixed ?? atRunTime)!
      const target = /^(?:\.|@nestmark\/)/.test(module) ? pathOf(path, module) : module
      if (!loaded.has(target)) loaded.set(target, path)
    }
  return loaded
}

test('F26 the process that answers calls loads nothing that reads foreign pages and documents', () => {
  const listConfined = (entry: string) =>
    [...loadedFrom(`${server}/${entry}`)].filter(([module]) => confined.test(module))
  expect(listConfined('fetching/copy/copies.process.ts').length).toBeGreaterThan(3)
  expect(listConfined('main.ts')).toEqual([])
})
