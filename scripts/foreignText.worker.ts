import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { findAnchor } from '@nestmark/core/anchor/findAnchor'
import { runSteps } from '@nestmark/core/anchor/steps'
import { normaliseText } from '@nestmark/core/anchor/textMap'
import { createSearchableText } from '@nestmark/core/anchor/wordIndex'
import { readBookmarkFile } from '@nestmark/core/bookmarkFiles/reader'
import { compareKey } from '@nestmark/core/words/compareKey'
import { listResourcesOfSheet } from '@nestmark/core/copy/listResources'
import { parseRobotPolicy } from '@nestmark/core/copy/robotRules'
import { parseSrcset } from '@nestmark/core/copy/srcset'
import { countWords } from '@nestmark/core/words/countWords'
import { createExcerpt, highlightMatches } from '@nestmark/core/words/highlightMatches'
import { parsePastedAddress } from '@nestmark/core/addresses/pastedAddress'
import { parseFilter, parseSearch } from '@nestmark/core/searchQuery/query'
import { parseQueryTerms, toIndexTerms, toSearchableAddress } from '@nestmark/core/words/searchTerms'
import { truncateText } from '@nestmark/core/words/truncateText'
import { checkAddress, containsDomain, isAddress } from '@nestmark/core/addresses/url'
import { parseAst } from 'rolldown/parseAst'
import { readPlainText } from '../apps/server/src/fetching/copy/plainText.ts'
import { readArticle } from '../apps/server/src/fetching/copy/readArticle.ts'
import { writeTreeSource } from '../apps/server/src/fetching/copy/treeSource.ts'
import { cleanText } from '../apps/server/src/fetching/pageMeta/cleanText.ts'
import { htmlToText } from '../apps/server/src/fetching/pageMeta/htmlToText.ts'
import { parseHtml } from '../apps/server/src/fetching/pageMeta/parseHtml.ts'
import { parseRefresh } from '../apps/server/src/fetching/requests/refresh.ts'
import type { ForeignTextStep } from './foreignText.test.ts'

// Runs the expressions and the text functions of the program over long texts of one character, and reports each before it
// starts. The test ends this thread when one takes too long.

const root = join(import.meta.dirname, '..')
const address = 'https://site.example/'

/** The functions that read foreign text. */
const functions: Record<string, (text: string) => unknown> = {
  checkAddress,
  cleanText: text => cleanText(text, 500),
  compareKey: text => compareKey(address + text),
  containsDomain,
  countWords: text => countWords(text, 'en'),
  createExcerpt: text => createExcerpt(text, 'heron'),
  findAnchor: text => {
    const source = createSearchableText(normaliseText(text))
    const part = text.slice(0, 5000)
    for (const exact of [part, `${part}b`, `b${part}`, `${part}b${part.slice(1)}`, 'heron'])
      for (const context of [text.slice(0, 32), 'heron', ''])
        runSteps(
          findAnchor(source, {
            quote: { exact, prefix: context, suffix: context },
            position: { start: 7, end: 5007 },
          }),
        )
  },
  highlightMatches: text => highlightMatches(text, 'heron'),
  htmlToText,
  listResourcesOfSheet: text => listResourcesOfSheet({ css: text, address }),
  isAddress,
  parseFilter,
  parseHtml,
  parsePastedAddress,
  parseQueryTerms,
  parseRefresh: text => parseRefresh(`0;url=${text}`),
  parseRobotPolicy: text => parseRobotPolicy(text, 'nestmark'),
  parseSearch,
  parseSrcset,
  readArticle: text => readArticle(`<p>${text}</p>`, address, false),
  readBookmarkFile: async text => {
    const row = `<DT><A HREF="${address}"`
    for (const file of [
      `${row}>${text}`,
      `${row}>a</A><DD>${text}`,
      `${row} TAGS="${text}`,
      `<DL>\n<!--${text}`,
      `<DL>${text}`,
    ])
      for await (const _event of readBookmarkFile([Buffer.from(`<DL>${file}`)]));
  },
  readPlainText: text => readPlainText(text, text.length),
  toIndexTerms,
  toSearchableAddress,
  truncateText: text => truncateText(text, 500),
  writeTreeSource,
}

interface Node {
  type?: string
  regex?: { pattern: string; flags: string }
}

/** Returns the regular expressions of the program with their files. */
function listExpressions(): [name: string, work: (text: string) => unknown][] {
  const found = new Map<string, string>()
  const add = (file: string, node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex } = node as Node
    if (type === 'Literal' && regex) found.set(`/${regex.pattern}/${regex.flags}`, file)
    for (const child of Object.values(node)) add(file, child)
  }
  for (const file of globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }))
    if (!/\.(test|testing)\.ts$|\/test\//.test(file))
      add(file, parseAst(readFileSync(join(root, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return [...found].map(([expression, file]) => {
    const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(expression) ?? []
    const everywhere = new RegExp(pattern, `${flags.replace(/[gy]/g, '')}g`)
    return [`${expression} in ${file}`, text => text.replace(everywhere, '')]
  })
}

const { characters, length, from } = workerData as { characters: string[]; length: number; from: number }
const work = [...listExpressions(), ...Object.entries(functions)]
const steps = work.flatMap(([name, run]) => characters.map(character => ({ name, run, character })))
for (const [at, { name, run, character }] of steps.entries()) {
  if (at < from) continue
  parentPort?.postMessage({ at, name, character } satisfies ForeignTextStep)
  await run(character.repeat(length))
}
