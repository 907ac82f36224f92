import { gzipSync } from 'node:zlib'
import { listResources, listResourcesOfSheet } from '@nestmark/core/copy/listResources'
import { writePageCopy } from '@nestmark/core/copy/pageCopy'
import type { Resources } from '@nestmark/core/copy/resources'
import { decodePage } from '../pageMeta/charset.ts'
import type { CopyAnswer, CopyRequest, EmbeddedResource, FetchedHtml } from './copyTasks.ts'
import { embedPictures, listPictures } from './articlePictures.ts'
import { readArticle } from './readArticle.ts'

/**
 * The program that reads and copies untrusted pages. It has no environment, no file access besides its code, and
 * the server ends it above a limit of memory or time.
 */

function run(request: CopyRequest): CopyAnswer {
  switch (request.task) {
    case 'read': {
      const html = decode(request.page)
      const { url } = request.page
      const article = readArticle(html, url, request.usesTree)
      const wanted = request.isFull ? listResources({ html, address: url, at: 0 }) : []
      return { article, wanted, pictures: listPictures(article.html) }
    }
    case 'listSheets':
      return { wanted: request.sheets.flatMap(listResourcesOfSheet) }
    case 'write': {
      const source = { html: decode(request.page), address: request.page.url, at: request.at }
      const pieces: string[] = []
      writePageCopy(source, toResources(request.resources), piece => pieces.push(piece))
      return { written: gzipSync(pieces.join('').toWellFormed()) }
    }
    case 'embed':
      return { written: gzipSync(embedPictures(request.html, toResources(request.resources)).toWellFormed()) }
  }
}

const decode = ({ url, bytes, charset }: FetchedHtml) => decodePage(bytes, charset, new URL(url).hostname)

function toResources(embedded: readonly EmbeddedResource[]): Resources {
  const byKey = new Map(embedded.map(each => [`${each.kind} ${each.address}`, each]))
  const findData = (kind: 'picture' | 'font') => (address: string) => {
    const found = byKey.get(`${kind} ${address}`)
    return found && found.kind !== 'styleSheet' ? found.data : null
  }
  return {
    findPicture: findData('picture'),
    findFont: findData('font'),
    findStyleSheet(address) {
      const found = byKey.get(`styleSheet ${address}`)
      return found?.kind === 'styleSheet' ? found.sheet : null
    },
  }
}

process.on('message', (request: CopyRequest) => {
  let answer: CopyAnswer = {}
  try {
    answer = run(request)
  } catch {
    // The page cannot be read. The server reports it.
  }
  process.send?.(answer)
})
// The server has ended.
process.on('disconnect', () => process.exit())
process.send?.('ready')
