import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Matches the id of a requirement (two digits after letters and a dash), a threat or a failure (after one letter). */
const anId = /\b(?!UTF-)(?:[A-Z]{2,4}-\d\d|[A-Z]\d\d)\b/g

const lines = [
  ...readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^- \*\*(.+?)\*\* (_\(planned\)_)?/gm),
]
const listed = lines.map(([, id]) => id!)
const planned = new Set(lines.filter(([, , mark]) => mark !== undefined).map(([, id]) => id!))

type Node = { type: string; arguments?: Node[]; value?: unknown }

/** Yields the nodes of a syntax tree, in no particular order. */
function* nodesOf(tree: unknown): Generator<Node> {
  const waiting = [tree]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    if ('type' in next) yield next as Node
    waiting.push(...Object.values(next))
  }
}

/** Returns the text of a title, also when it consists of several strings. */
function readTitle(title: Node): string {
  const texts = nodesOf(title).map(({ type, value }) => {
    if (type === 'TemplateElement') return (value as { raw: string }).raw
    return type === 'Literal' && typeof value === 'string' ? value : ''
  })
  return [...texts].join(' ')
}

/**
 * Finds the titles of tests: the first argument of every call that also gets a function. This includes
 * `test.runIf(…).each(…)` and wrapper functions.
 */
function titlesOf(source: string): string[] {
  const calls = nodesOf(parseAst(source, { lang: 'ts' })).filter(({ type }) => type === 'CallExpression')
  return calls
    .map(({ arguments: [title, ...others] = [] }) =>
      title && others.some(({ type }) => /Function/.test(type)) ? readTitle(title) : '',
    )
    .filter(Boolean)
    .toArray()
}

test('finds ids at the beginning of a title and inside of it, for any test function', () => {
  const source = [
    "describe('AB-01 of a group', () => { test('a word, then Q02 and UTF-16', { timeout: 1 }, async () => {}) })",
    "onOne.runIf(yes).each<[string]>([['Q99']])(\n`Q03 ${name} Q04`, (name: string) => save('Q98'))",
  ]
  const ids = titlesOf(source.join('\n')).flatMap(title => title.match(anId) ?? [])
  expect(ids.sort()).toEqual(['AB-01', 'Q02', 'Q03', 'Q04'])
})

/** The titles of all tests with their files. */
const titles = globSync('{apps/*/src,packages/*/src,e2e,scripts}/**/*.{test,e2e,testing}.ts', {
  cwd: root,
}).flatMap(file => titlesOf(readFileSync(join(root, file), 'utf8')).map(title => ({ file, title })))

test('docs/requirements.md explains each id in the title of a test', () => {
  expect(titles.length).toBeGreaterThan(listed.length)
  const unexplained = titles.flatMap(({ file, title }) =>
    (title.match(anId) ?? []).filter(id => !listed.includes(id)).map(id => `${id} in ${file}: ${title}`),
  )
  expect(unexplained).toEqual([])
})

test('each requirement that is not planned has a test that is not slow', () => {
  const quick = titles.filter(({ file }) => !file.includes('.slow.')).map(({ title }) => title)
  const isTested = (id: string) => quick.some(title => new RegExp(`\\b${id}\\b`).test(title))
  expect(listed.filter(id => !planned.has(id) && !isTested(id))).toEqual([])
})

test('docs/requirements.md lists each id once', () => {
  expect(listed.filter((id, at) => listed.indexOf(id) !== at)).toEqual([])
})
