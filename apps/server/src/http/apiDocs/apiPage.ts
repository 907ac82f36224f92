import { authOperations } from '@nestmark/contract/auth/auth'
import { authTag } from '@nestmark/contract/auth/authOpenapi'
import { type AuthOperation, authRefusals } from '@nestmark/contract/auth/authOperation'
import { errorStatus } from '@nestmark/contract/errors'
import { type Example, keySentence, type OperationGroup } from '@nestmark/contract/openapi/openapi'
import type { Operation } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { toAuthCurlLine, toCurlLine } from './curlLine.ts'
import { renderBlock, renderFrame, renderText } from './apiPageFrame.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'

/** What the pages of the API describe. */
export interface DocumentedApi {
  groups: readonly OperationGroup[]
  publicUrl: string
  /** The OpenAPI document. */
  document: Record<string, unknown>
  /** One example per operation, by path. */
  examples: Readonly<Record<string, Example>>
  /** Returns the sentence of an error code. */
  sentence: (code: string) => string | undefined
}

const who = {
  anyone: 'No token is needed.',
  visitor: 'Works with and without a token.',
  newcomer: 'Needs a bearer token; the account of the product may not be there yet.',
  person: 'Needs a bearer token.',
  account: 'Needs the bearer token of a signed-in person.',
}

/** A call as a page shows it. */
interface ShownCall {
  /** Below /api. */
  path: string
  method: string
  summary: string
  who: string
  curl: string
  /** Each error with its HTTP status. */
  errors: readonly (readonly [code: string, status: number])[]
}

const showOperation = (op: Operation, { examples, publicUrl }: DocumentedApi): ShownCall => ({
  path: op.path,
  method: op.method,
  summary: op.summary,
  who: [who[op.access], keySentence(op)].filter(Boolean).join(' '),
  curl: toCurlLine(op, examples[op.path], publicUrl),
  errors: op.errors.map(code => [code, errorStatus[code]] as const),
})

function showAuth(op: AuthOperation, { publicUrl }: DocumentedApi): ShownCall {
  const statuses = authRefusals(op)
  return {
    path: `auth${op.path}`,
    method: op.method,
    summary: op.summary,
    who: who[op.access],
    curl: toAuthCurlLine(op, publicUrl),
    errors: op.errors.map(code => [code, assertDefined(statuses.get(code), code)] as const),
  }
}

const toId = (title: string) => `group-${title.toLowerCase().replaceAll(' ', '-')}`

/** Renders the page that lists all calls by feature, each with a line for the shell and its errors. */
export function renderIndex(api: DocumentedApi): string {
  const groups = [
    ...api.groups.map(({ title, operations }) => ({
      title,
      line: '',
      calls: operations.map(op => showOperation(op, api)),
    })),
    {
      title: authTag.name,
      line: authTag.description,
      calls: Object.values<AuthOperation>(authOperations).map(op => showAuth(op, api)),
    },
  ]
  const nav = groups.map(
    ({ title, calls }) =>
      `<details><summary><a href="#${toId(title)}">${title}</a> ${calls.length}</summary><ul>${calls
        .map(({ path }) => `<li><a href="#${path}">${path}</a></li>`)
        .join('')}</ul></details>`,
  )
  const sections = groups.map(
    ({ title, line, calls }) => `<h2 id="${toId(title)}">${title}</h2>${line && `<p>${renderText(line)}</p>`}
${calls.map(call => renderCall(call, renderErrors(call))).join('\n')}`,
  )
  return renderFrame({
    title: 'Nestmark API',
    back: ['/dashboard', 'Nestmark'],
    intro: `<p>${renderText((api.document.info as { description: string }).description)}</p>
<p>The lines below take your API key or token from the shell: <code>TOKEN=…</code></p>
<p><a href="/api/openapi.json">OpenAPI document</a> · <a href="#webhooks">Calls to webhooks</a> · <a href="#errors">Errors</a></p>`,
    nav: nav.join(''),
    main: `${sections.join('\n')}${renderWebhooks(api.document)}${renderErrorTable(api)}`,
  })
}

/** Renders the page of one call, with its example and schemas. @returns undefined for another path */
export function renderCallPage(api: DocumentedApi, path: string): string | undefined {
  const op = api.groups.flatMap(group => group.operations).find(each => each.path === path)
  const auth = Object.values<AuthOperation>(authOperations).find(each => `auth${each.path}` === path)
  const call = op ? showOperation(op, api) : auth && showAuth(auth, api)
  if (!call) return undefined
  const paths = api.document.paths as Record<string, Record<string, DescribedCall>>
  const described = paths[`/api/${path}`]?.[call.method.toLowerCase()]
  const input = Object.values(described?.requestBody?.content ?? {})[0]?.schema
  const errors = call.errors.map(([code, status]) => renderError(code, status, api.sentence(code)))
  const more = `${errors.length > 0 ? `<h3>Errors</h3><ul class="table">${errors.join('')}</ul>` : ''}
${renderExample(api.examples[path])}${renderBlock('Body', input)}${renderBlock('Answers', described?.responses)}`
  return renderFrame({
    title: path,
    back: [`/api/docs#${path}`, 'All calls'],
    intro: '',
    nav: '',
    main: renderCall(call, more),
  })
}

interface DescribedCall {
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: object
}

function renderCall({ path, method, summary, who: whoCalls, curl }: ShownCall, more: string): string {
  return `<section id="${path}"><h3><a href="/api/docs/${path}"><code>${method} /api/${path}</code></a></h3><p>${renderText(summary)}</p>
<p class="who">${whoCalls}</p><pre class="curl">${escapeHtml(curl)}</pre>${more}</section>`
}

function renderErrors({ errors }: ShownCall): string {
  if (errors.length === 0) return ''
  const all = errors.map(([code, status]) =>
    code.includes('.') ? `${status} <a href="#e-${code}">${code}</a>` : `${status} ${code}`,
  )
  return `<p>Errors: ${all.join(', ')}</p>`
}

const renderError = (code: string, status: number, sentence: string | undefined) =>
  `<li id="e-${code}"><code>${status} ${code}</code> ${escapeHtml(sentence ?? '')}</li>`

function renderErrorTable({ groups, sentence }: DocumentedApi): string {
  const codes = new Set(groups.flatMap(group => group.operations.flatMap(op => op.errors)))
  const rows = [...codes].sort().map(code => renderError(code, errorStatus[code], sentence(code)))
  return `<h2 id="errors">Errors</h2><p>Every call can also be refused: with 400 for an input that is not valid, 401 without a
valid token, 403 for a key without the right, 429 with <code>Retry-After</code> for too many calls.</p><ul class="table">${rows.join('')}</ul>`
}

function renderExample(example: Example | undefined): string {
  if (!example) return ''
  const answer = typeof example.answer === 'string' ? example.answer : JSON.stringify(example.answer, null, 2)
  return `<h3 class="example">Example</h3>${
    example.input === undefined
      ? ''
      : `<pre tabindex="0">${escapeHtml(JSON.stringify(example.input, null, 2))}</pre>`
  }<pre tabindex="0">${escapeHtml(`${example.status}\n${answer}`)}</pre>`
}

/** Renders how a receiver of webhook calls reads and verifies them. @param document the OpenAPI document */
function renderWebhooks(document: Record<string, unknown>): string {
  const { events } = document.webhooks as {
    events: { post: { summary: string; parameters: object; requestBody: object } }
  }
  const { summary, parameters, requestBody } = events.post
  return `<section id="webhooks"><h2>Calls to webhooks</h2><p>${escapeHtml(summary)}</p>
<p>Check that a call comes from here: compute the HMAC-SHA256 of the time <code>t</code>, a dot and the body exactly as it came, with
the secret of the webhook, and compare it with <code>v1</code>. Refuse what is older than five minutes.</p>
<details><summary>In JavaScript</summary><pre tabindex="0">${escapeHtml(signatureExample)}</pre></details>
${renderBlock('Headers', parameters)}${renderBlock('Body', requestBody)}</section>`
}

/** Sample code with which a receiver verifies a call. */
const signatureExample = `const [t, v1] = request.headers['nestmark-signature'].split(',').map(part => part.split('=')[1])
const expected = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest('hex')
const genuine = v1.length === expected.length && timingSafeEqual(Buffer.from(v1), Buffer.from(expected))`
