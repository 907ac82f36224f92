import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, checkOut, ownRoot } from './checkout.ts'
import { bookmarkBytes, probe } from './inputs/generate.ts'
import { askAs, collectionNamed, importFile, signUp } from './person.ts'
import { type Kind, createLocation } from './serverLocation.ts'
import type { StoreKind } from '../apps/server/src/blobStorage/storeConfig.ts'
import { startPostgres } from '../apps/server/src/test/support/postgres.ts'
import type { Row, Site, World } from './benchmark.ts'
import { away } from './benchmarks/server/away.ts'
import { contentSearch } from './benchmarks/search/contentSearch.ts'
import { copies } from './benchmarks/library/copies.ts'
import { copying } from './benchmarks/library/copying.ts'
import { crowd } from './benchmarks/server/crowd.ts'
import { dialogs } from './benchmarks/page/dialogs.ts'
import { duplicates } from './benchmarks/library/duplicates.ts'
import { encryptedSearch } from './benchmarks/search/encryptedSearch.ts'
import { encryption } from './benchmarks/library/encryption.ts'
import { fairness } from './benchmarks/server/fairness.ts'
import { fetching } from './benchmarks/server/fetching.ts'
import { files } from './benchmarks/server/files.ts'
import { formats } from './benchmarks/library/formats.ts'
import { highlights } from './benchmarks/library/highlights.ts'
import { highlighting } from './benchmarks/library/highlighting.ts'
import { importing } from './benchmarks/library/importing.ts'
import { lists } from './benchmarks/library/lists.ts'
import { loading } from './benchmarks/page/loading.ts'
import { memory } from './benchmarks/server/memory.ts'
import { million } from './benchmarks/server/million.ts'
import { mixed } from './benchmarks/server/mixed.ts'
import { page } from './benchmarks/page/page.ts'
import { palette } from './benchmarks/search/palette.ts'
import { save } from './benchmarks/library/save.ts'
import { search } from './benchmarks/search/search.ts'
import { serving } from './benchmarks/server/serving.ts'
import { sharing } from './benchmarks/library/sharing.ts'
import { signIn } from './benchmarks/server/signIn.ts'
import { starting } from './benchmarks/server/starting.ts'
import { subtrees } from './benchmarks/library/subtrees.ts'
import { tags } from './benchmarks/library/tags.ts'
import { tagSuggestions } from './benchmarks/search/tagSuggestions.ts'
import { startServer } from './server.ts'
import { runSides } from './sides.ts'

/**
 * Measures the performance targets of Nestmark. Prints each figure with its limit. Both sides of a ratio are measured
 * alternately in one run.
 * `--db sqlite|postgres`, `--store disk|s3`, `--links N` of the large library, `--rows N` of each file of `formats`,
 * `--times N` of the large library for `million`, `--libraries N` beside that of `crowd`, `--only` some of the names below, separated by commas.
 * `--against <commit>` measures the server of that commit too, in the same run and alternately, and prints both figures and
 * their ratio; of the raw SQL, which is for the tables of this checkout, a commit may lack some.
 */
const benchmarks = {
  lists,
  search,
  save,
  page,
  palette,
  dialogs,
  loading,
  starting,
  importing,
  formats,
  copying,
  tags,
  tagSuggestions,
  subtrees,
  sharing,
  signIn,
  encryption,
  encryptedSearch,
  fairness,
  mixed,
  memory,
  million,
  crowd,
  away,
  fetching,
  files,
  serving,
  copies,
  contentSearch,
  highlights,
  highlighting,
  duplicates,
}
type Name = keyof typeof benchmarks

const { values } = parseArgs({
  options: {
    db: { type: 'string' },
    store: { type: 'string' },
    only: { type: 'string' },
    links: { type: 'string' },
    rows: { type: 'string' },
    times: { type: 'string' },
    libraries: { type: 'string' },
    against: { type: 'string' },
  },
})
const kinds = (values.db ? [values.db] : ['sqlite', 'postgres']) as Kind[]
const stores = (values.store ? [values.store] : ['disk', 's3']) as StoreKind[]
const names = (values.only?.split(',') ?? Object.keys(benchmarks)) as Name[]
const unknown = names.filter(name => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}
const links = Number(values.links ?? 100_000)
const rows = Number(values.rows ?? 100_000)
const times = Number(values.times ?? 3)
const libraries = Number(values.libraries ?? 9)
const results = join(import.meta.dirname, 'results')

// Before the servers start, because they read the built page only once.
build(ownRoot)

if (values.against) {
  await compare(values.against)
  process.exit()
}

const all = new Map<Kind, Row[]>()
for (const kind of kinds) all.set(kind, await measure(kind))
mkdirSync(results, { recursive: true })
const latest = join(results, 'latest.json')
const earlier = existsSync(latest)
  ? (JSON.parse(readFileSync(latest, 'utf8')) as Partial<Record<Kind, Row[]>>)
  : {}
for (const [kind, rows] of all) show(kind, rows, earlier[kind] ?? [])
writeFileSync(latest, JSON.stringify({ ...earlier, ...Object.fromEntries(all) }, null, 2))
process.exitCode = [...all.values()].flat().every(isMet) ? 0 : 1

/** Measures a commit and this checkout, and prints the figures of both. */
async function compare(commit: string): Promise<void> {
  const other = checkOut(commit)
  try {
    for (const kind of kinds) {
      const [before = [], now = []] = await runSides([other.root, ownRoot], () => measure(kind))
      showTable(
        `${titleOf(kind)}: ${commit}, now`,
        now.map(row => {
          const figure = before.find(each => each.promise === row.promise)?.figure ?? Number.NaN
          const ratio = `${(row.figure / figure).toFixed(2)} ×`
          return [row.promise, rounded(figure), rounded(row.figure), row.unit, ratio, row.note ?? '']
        }),
      )
    }
  } finally {
    other.remove()
  }
}

async function measure(kind: Kind): Promise<Row[]> {
  const postgres = kind === 'postgres' ? await startPostgres() : null
  const file = bookmarkBytes({ links })
  const sites: Site[] = []
  try {
    console.error(`${kind}: creating libraries of ${links.toLocaleString('en')} and 1,000 links`)
    const open = async (bytes: Buffer, size: number) => {
      const site = await openSite(postgres?.url ?? null, bytes, size)
      sites.push(site)
      return site
    }
    const large = await open(file, links)
    const small = await open(bookmarkBytes({ links: 1000 }), 1000)
    const world: World = {
      kind,
      large,
      small,
      postgres: postgres?.url ?? null,
      file,
      rows,
      times,
      libraries,
      stores,
    }
    const measured: Row[] = []
    for (const name of names) {
      console.error(`${kind}: ${name}`)
      measured.push(...(await benchmarks[name](world)))
    }
    return measured
  } finally {
    for (const site of sites) {
      await site.server.stop()
      await site.location.remove()
    }
    await postgres?.stop()
  }
}

async function openSite(postgres: string | null, file: Buffer, size: number): Promise<Site> {
  const location = await createLocation(postgres)
  const first = await startServer(location)
  const person = await signUp(first.port, 'ada')
  const imported = await importFile(first.port, person, file)
  // A fresh process, as in normal use, instead of one that has just imported.
  await first.stop()
  const server = await startServer(location)
  person.ask = askAs(server.port, person.token)
  const { user_id: personId } = await person.ask<{ user_id: string }>('user-data')
  return {
    links: size,
    location,
    server,
    person,
    personId,
    imported,
    folder: await collectionNamed(person, probe.folder),
  }
}

function isMet({ figure, limit, better }: Row): boolean {
  return better === 'less' ? figure <= limit : figure >= limit
}

function show(kind: Kind, rows: readonly Row[], earlier: readonly Row[]): void {
  const table = rows.map(row => {
    const before = earlier.find(each => each.promise === row.promise)
    return [
      isMet(row) ? 'pass' : 'FAIL',
      row.promise,
      `${rounded(row.figure)} ${row.unit}`,
      `${row.better === 'less' ? '≤' : '≥'} ${rounded(row.limit)}`,
      row.ratio === undefined ? '' : `${row.ratio.toFixed(2)} ×`,
      before ? `before ${rounded(before.figure)}` : '',
      row.note ?? '',
    ]
  })
  showTable(titleOf(kind), table)
}

function titleOf(kind: Kind): string {
  return `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${links.toLocaleString('en')} links`
}

function showTable(title: string, table: readonly string[][]): void {
  console.log(`\n${title}`)
  const [head = []] = table
  const widths = head.map((_, at) => Math.max(...table.map(cells => cells[at]?.length ?? 0)))
  for (const cells of table)
    console.log(
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function rounded(figure: number): string {
  return figure >= 100 ? figure.toFixed(0) : figure.toFixed(2)
}
