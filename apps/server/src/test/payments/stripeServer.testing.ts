import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Form, readForm } from './stripeForm.testing.ts'

/** A call of the API. */
export interface StripeCall {
  method: string
  path: string
  form: Form
}

export interface StripeAnswer {
  status: number
  body: unknown
}

/** An answer in the form of Stripe's errors. */
export const toFailure = (
  status: number,
  error: { type: string; code?: string; message: string; param?: string },
): StripeAnswer => ({ status, body: { error } })

/** What the server saw, and how it is to fail. */
export interface StripeServer {
  origin: string
  /** The calls so far, without pages. */
  calls: StripeCall[]
  /** The statuses of the next answers; a call without one here is answered. */
  failing: number[]
  /** Runs before a call is answered. */
  beforeAnswer: (call: StripeCall) => Promise<void> | void
  close(): Promise<void>
}

interface Handlers {
  secretKey: string
  version: string
  answer: (call: StripeCall) => StripeAnswer
  /** Answers a page for a browser with HTML, or with an address to go to. */
  page: (path: string, method: string) => { html: string } | { location: string } | undefined
}

/**
 * Serves Stripe's API on the loopback interface: the key and the version are required, a repeated idempotency key gets the
 * first answer, and with other parameters an error.
 */
export async function startStripeServer(handlers: Handlers): Promise<StripeServer> {
  const answers = new Map<string, { call: string; answer: StripeAnswer }>()
  const calls: StripeCall[] = []
  const state: StripeServer = {
    origin: '',
    calls,
    failing: [],
    beforeAnswer: () => undefined,
    close: () => close(server),
  }
  let requests = 0
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.test')
    const method = request.method ?? 'GET'
    const body = await readBody(request)
    if (!pathname.startsWith('/v1/')) return sendPage(response, handlers.page(pathname, method))
    const call = { method, path: pathname, form: readForm(method === 'POST' ? body : search.slice(1)) }
    calls.push(call)
    await state.beforeAnswer(call)
    const { status, body: answer } = answerCall(call, request)
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': `req_${++requests}`,
      'stripe-version': handlers.version,
      // The library waits half a second before it repeats a call.
      ...(status === 429 && { 'stripe-should-retry': 'false' }),
    })
    response.end(JSON.stringify(answer))
  }

  function answerCall(call: StripeCall, { headers }: IncomingMessage): StripeAnswer {
    if (headers.authorization !== `Bearer ${handlers.secretKey}`)
      return toFailure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
    if (headers['stripe-version'] !== handlers.version)
      return toFailure(400, { type: 'invalid_request_error', message: 'The version is not the pinned one.' })
    const failing = state.failing.shift()
    if (failing !== undefined)
      return toFailure(failing, { type: 'api_error', message: 'A failure of the test.' })
    const key = headers['idempotency-key']
    if (call.method !== 'POST' || typeof key !== 'string') return handlers.answer(call)
    const text = JSON.stringify(call)
    const known = answers.get(key)
    if (known && known.call !== text)
      return toFailure(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      })
    const answer = known?.answer ?? handlers.answer(call)
    answers.set(key, { call: text, answer })
    return answer
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

function sendPage(response: ServerResponse, page: ReturnType<Handlers['page']>): void {
  if (page === undefined) return void response.writeHead(404).end('not found')
  if ('location' in page) return void response.writeHead(303, { location: page.location }).end()
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Payment</title><main>${page.html}</main></html>`)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
}
