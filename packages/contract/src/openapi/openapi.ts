import { type AuthOperations, authPaths, authTag } from '../auth/authOpenapi.ts'
import { filePaths } from './fileOpenapi.ts'
import { type Json, toParameter, toRefusals, toSchema } from './jsonSchema.ts'
import type { Operation } from '../operation.ts'
import { webhookCall } from '../webhooks.ts'

/** A recorded call and its response. */
export interface Example {
  /** The body of a POST. */
  input?: Json
  /** The address of a GET, when it has more than the path. */
  address?: string
  status: number
  /** The entire body: `{ status, message, data }`, or the text of a file. */
  answer: unknown
}

/** The operations of a feature. */
export interface OperationGroup {
  title: string
  operations: readonly Operation[]
}

/**
 * Returns the OpenAPI 3.1 document of these operations. The title of its group is the tag of an operation.
 * @param accounts the calls below /api/auth, by name
 * @param server address of the server, such as https://links.example.org
 * @param sentence returns the sentence of an error code
 * @param examples one example per operation, keyed by path; a test runs them against the real server
 */
export function openApi(
  groups: readonly OperationGroup[],
  accounts: AuthOperations,
  server: string,
  sentence: (code: string) => string,
  examples: Readonly<Record<string, Example>>,
): Json {
  const paths: Json = {}
  for (const { title, operations } of groups)
    for (const op of operations)
      paths[`/api/${op.path}`] = {
        [op.method.toLowerCase()]: { tags: [title], ...describe(op, sentence, examples[op.path]) },
      }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nestmark',
      version: '1',
      description:
        'Every response is { status, message, data }; `status` equals the HTTP status. The calls below /api/auth (tag Accounts) answer with the data itself, and refuse with { code, message }. Times are milliseconds since 1970. ' +
        'Sign in with POST /api/auth/sign-in/email {email, password}; the response header set-auth-token contains the bearer token. ' +
        'An API key of scope read can call read-only operations; one of scope write can also change the library. No key can call operations for the ' +
        'account, other keys, or sharing settings.',
    },
    servers: [{ url: server }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    tags: [...groups.map(({ title }) => ({ name: title })), authTag],
    paths: { ...paths, ...authPaths(accounts), ...filePaths(sentence) },
    webhooks: { events: { post: webhookOperation() } },
  }
}

/** Returns the description of webhook calls: requests from this server to the registered addresses. */
function webhookOperation(): Json {
  return {
    operationId: 'webhook',
    summary:
      'Sent to a webhook when links or collections change; retried for about a day until it is accepted.',
    parameters: [
      toParameter(
        'header',
        'Nestmark-Signature',
        't=<seconds since 1970>,v1=<HMAC-SHA256 in hexadecimal digits, with the webhook’s secret, of t, a dot and the raw body>',
      ),
      toParameter('header', 'Nestmark-Event', 'The types of its events, separated by commas, or ping.'),
      toParameter('header', 'Nestmark-Delivery', 'The id of the delivery, the same for every attempt.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toSchema(webhookCall, 'output') } },
    },
    responses: {
      '2XX': { description: 'Accepted. Redirects are not followed; any other response is retried.' },
      410: { description: 'Gone: the webhook is disabled.' },
    },
  }
}

function describe(op: Operation, sentence: (code: string) => string, example?: Example): Json {
  return {
    operationId: op.path,
    summary: op.summary,
    ...withKeys(op),
    security: op.access === 'anyone' ? [] : op.access === 'visitor' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(op.method === 'POST'
      ? { requestBody: { required: false, content: withExample(body(op), example?.input) } }
      : { parameters: parameters(op) }),
    responses: {
      [op.path === 'import-bookmarks' ? 202 : 200]: {
        description: 'Done.',
        content: withExample(describeContent(op), example?.answer),
      },
      ...toRefusals(op.errors, sentence),
    },
  }
}

/** Returns a sentence about the API key that an operation requires; '' where the bearer token is ignored. */
export function keySentence(op: Operation): string {
  return {
    none: 'Not with an API key: sign in for it.',
    read: 'With any API key.',
    write: 'With an API key of scope write.',
    ignored: '',
  }[op.keyScope]
}

function withKeys(op: Operation): Json {
  const description = keySentence(op)
  return description === '' ? {} : { description }
}

function withExample(content: Record<string, Json>, example: unknown): Json {
  if (example === undefined) return content
  return Object.fromEntries(Object.entries(content).map(([type, each]) => [type, { ...each, example }]))
}

function describeContent(op: Operation): Record<string, Json> {
  if (op.transport === 'download') return { '*/*': {} }
  if (op.transport === 'stream') return { 'text/event-stream': {} }
  return { 'application/json': { schema: answer(op) } }
}

/** Returns the path and query parameters of a GET. */
function parameters(op: Operation): Json[] {
  const { properties = {} } = toSchema(op.input, 'output') as { properties?: Record<string, unknown> }
  return Object.entries(properties).map(([name, schema]) => {
    const inPath = op.path.includes(`{${name}}`)
    return { name, in: inPath ? 'path' : 'query', required: inPath, schema }
  })
}

function body(op: Operation): Record<string, Json> {
  if (op.transport !== 'upload') return { 'application/json': { schema: toSchema(op.input, 'input') } }
  const properties = {
    file: { type: 'string', format: 'binary' },
    type: { const: 'html' },
    parent: { type: 'string' },
    folder_id: { type: 'string' },
  }
  return { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties } } }
}

function answer(op: Operation): Json {
  return {
    type: 'object',
    required: ['status', 'message', 'data'],
    properties: {
      status: { type: 'integer' },
      message: { type: 'string' },
      data: toSchema(op.output, 'output'),
    },
  }
}
