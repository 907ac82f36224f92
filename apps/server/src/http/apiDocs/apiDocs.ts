import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authOperations } from '@nestmark/contract/auth/auth'
import { type Example, openApi } from '@nestmark/contract/openapi/openapi'
import { librarySchemaPath } from '@nestmark/core/libraryFile/format'
import { librarySchema } from '@nestmark/core/libraryFile/jsonSchema'
import { errorTexts } from '@nestmark/texts/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { serverFolder } from '../../folders.ts'
import { type DocumentedApi, renderCallPage, renderIndex } from './apiPage.ts'
import type { RouteGroup } from '../../calls/route.ts'

/**
 * Serves /api/openapi.json; /api/docs, a page without scripts that lists all operations by feature, and a page of each with its
 * example and schemas below it, all generated from the contract; and the JSON Schema of nestmark.json.
 */
export function serveApiDocs(
  server: FastifyInstance,
  groups: readonly RouteGroup[],
  publicUrl: string,
): void {
  const sentence = (code: string) => errorTexts[code as keyof typeof errorTexts]
  let api: DocumentedApi | undefined
  // Made lazily: most servers never serve this page.
  const getApi = (): DocumentedApi => (api ??= describe())
  const describe = (): DocumentedApi => {
    const documented = groups.map(({ title, routes }) => ({ title, operations: routes.map(({ op }) => op) }))
    const examples = readExamples(publicUrl)
    const document = openApi(documented, authOperations, publicUrl, sentence, examples)
    return { groups: documented, publicUrl, document, examples, sentence }
  }
  server.get('/api/openapi.json', async (_request, reply) => reply.send(getApi().document))
  server.get(librarySchemaPath, async (_request, reply) => reply.send(librarySchema()))
  server.get('/api/docs', async (_request, reply) => sendPage(reply, renderIndex(getApi())))
  server.get<{ Params: { '*': string } }>('/api/docs/*', async (request, reply) => {
    const page = renderCallPage(getApi(), request.params['*'])
    return page === undefined ? reply.callNotFound() : sendPage(reply, page)
  })
}

const sendPage = (reply: FastifyReply, html: string) =>
  reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(html)

/** Reads the examples, with the address of this server; a test runs them against the real server. */
function readExamples(publicUrl: string): Record<string, Example> {
  const text = readFileSync(join(serverFolder, 'src/test/apiExamples/examples.json'), 'utf8')
  return JSON.parse(text.replaceAll('https://links.example.org', publicUrl)) as Record<string, Example>
}
