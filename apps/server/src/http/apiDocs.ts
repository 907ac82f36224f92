import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authOperations } from '@nestmark/contract/auth'
import { authTag } from '@nestmark/contract/authOpenapi'
import type { AuthOperation } from '@nestmark/contract/authOperation'
import { type Example, keySentence, openApi } from '@nestmark/contract/openapi'
import type { Operation } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { librarySchemaPath } from '@nestmark/core/libraryFile/format'
import { librarySchema } from '@nestmark/core/libraryFile/jsonSchema'
import { errorTexts } from '@nestmark/texts/errors'
import type { FastifyInstance } from 'fastify'
import { serverFolder } from '../folders.ts'
import type { Route } from './implement.ts'

/**
 * Serves /api/openapi.json and /api/docs, the same as an HTML page without scripts, both generated from the contract; and
 * the JSON Schema of nestmark.json.
 */
export function serveApiDocs(server: FastifyInstance, routes: readonly Route[], publicUrl: string): void {
  const sentence = (code: string) => errorTexts[code as keyof typeof errorTexts]
  let document: ReturnType<typeof openApi> | undefined
  let cached: Examples | undefined
  // Read lazily: most servers never serve this page.
  const examples = () => (cached ??= readExamples(publicUrl))
  const operations = routes.map(route => route.op)
  const getDocument = () =>
    (document ??= openApi(operations, authOperations, publicUrl, sentence, examples()))
  server.get('/api/openapi.json', async (_request, reply) => reply.send(getDocument()))
  server.get(librarySchemaPath, async (_request, reply) => reply.send(librarySchema()))
  server.get('/api/docs', async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(renderPage(operations, getDocument(), examples())),
  )
}

type Examples = Readonly<Record<string, Example>>

/** Reads the examples, with the address of this server; a test runs them against the real server. */
function readExamples(publicUrl: string): Examples {
  const text = readFileSync(join(serverFolder, 'src/test/apiExamples/examples.json'), 'utf8')
  return JSON.parse(text.replaceAll('https://links.example.org', publicUrl)) as Examples
}

interface DescribedCall {
  summary: string
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: object
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

function renderPage(
  operations: readonly Operation[],
  document: ReturnType<typeof openApi>,
  examples: Examples,
): string {
  const paths = document.paths as Record<string, Record<string, DescribedCall>>
  const renderCall = (path: string, method: string, whoCalls: string, example = '') => {
    const call = assertDefined(paths[`/api/${path}`]?.[method.toLowerCase()], path)
    const input = Object.values(call.requestBody?.content ?? {})[0]?.schema
    return `<section id="${path}"><h2><code>${method} /api/${path}</code></h2><p>${escapeHtml(call.summary)}</p>
      <p class="who">${whoCalls}</p>${example}${renderBlock('Body', input)}${renderBlock('Answers', call.responses)}</section>`
  }
  const sections = operations.map(op => {
    const whoCalls = [who[op.access], keySentence(op)].filter(Boolean).join(' ')
    return renderCall(op.path, op.method, whoCalls, formatExample(op, examples[op.path]))
  })
  const accounts = Object.values<AuthOperation>(authOperations).map(op =>
    renderCall(`auth${op.path}`, op.method, who[op.access]),
  )
  const { events } = document.webhooks as {
    events: { post: { summary: string; parameters: object; requestBody: object } }
  }
  const webhookSection = `<section id="webhooks"><h2>Webhooks</h2><p>${escapeHtml(events.post.summary)}</p>
    <p>Check that a call comes from here: compute the HMAC-SHA256 of the time <code>t</code>, a dot and the body exactly as it came, with
    the secret of the webhook, and compare it with <code>v1</code>. Refuse what is older than five minutes.</p>
    <details><summary>In JavaScript</summary><pre tabindex="0">${escapeHtml(signatureExample)}</pre></details>
    ${renderBlock('Headers', events.post.parameters)}${renderBlock('Body', events.post.requestBody)}</section>`
  const calls = [
    ...operations.map(op => op.path),
    ...Object.values(authOperations).map(op => `auth${op.path}`),
  ]
  const list = calls.map(path => `<li><a href="#${path}">${path}</a></li>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Nestmark API</title><style>${style}</style></head><body><header><h1>Nestmark API</h1>
    <p>${escapeHtml((document.info as { description: string }).description)}</p><p><a href="/api/openapi.json">OpenAPI document</a></p></header>
    <nav aria-label="Calls"><ul>${list.join('')}<li><a href="#webhooks">Webhooks</a></li></ul></nav><main>${sections.join('')}
    <h2>${authTag.name}</h2><p>${escapeHtml(authTag.description)}</p>${accounts.join('')}${webhookSection}</main></body></html>`
}

/** Sample code with which a receiver verifies a call. */
const signatureExample = `const [t, v1] = request.headers['nestmark-signature'].split(',').map(part => part.split('=')[1])
const expected = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest('hex')
const genuine = v1.length === expected.length && timingSafeEqual(Buffer.from(v1), Buffer.from(expected))`

const who = {
  anyone: 'No token is needed.',
  visitor: 'Works with and without a token.',
  newcomer: 'Needs a bearer token; the account of the product may not be there yet.',
  person: 'Needs a bearer token.',
  account: 'Needs the bearer token of a signed-in person.',
}

/** Formats the request and its response. */
function formatExample(op: Operation, example: Example | undefined): string {
  if (!example) return ''
  const head = `${op.method} ${example.address ?? `/api/${op.path}`}`
  const token = op.access === 'anyone' ? '' : '\nAuthorization: Bearer TOKEN'
  const upload = op.transport === 'upload'
  const sent =
    example.input === undefined
      ? ''
      : `\nContent-Type: ${upload ? 'multipart/form-data' : 'application/json'}\n\n${JSON.stringify(example.input, null, 2)}`
  const answer = typeof example.answer === 'string' ? example.answer : JSON.stringify(example.answer, null, 2)
  return `<details class="example"><summary>Example</summary><pre tabindex="0">${escapeHtml(head + token + sent)}</pre>
    <pre tabindex="0">${escapeHtml(`${example.status}\n${answer}`)}</pre></details>`
}

function renderBlock(title: string, value: unknown): string {
  return value
    ? `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`
    : ''
}

// The colours of the product: the browser's default blue has too little contrast on its dark background.
const style = `:root{color-scheme:light dark;background:light-dark(#fbfaf8,#1a1f20);color:light-dark(#18201f,#eeede8)}
a{color:light-dark(#0b6a7c,#80d4de)}body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}
nav ul{columns:16rem;padding-left:1.2rem}h1{font:500 2rem Georgia,serif}h2{font-size:1rem;margin:2rem 0 .25rem}p{margin:.25rem 0;max-width:68ch}
.who{opacity:.75}pre{overflow:auto;max-height:24rem;padding:.75rem;background:#8882;border-radius:8px;font-size:12px}`
