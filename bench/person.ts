import { setTimeout as pause } from 'node:timers/promises'
import { Wire, post } from './wire.ts'

/** A signed-up account on a server of the benchmark. */
export interface Person {
  token: string
  /** Calls an operation and returns its data. */
  ask<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>
}

/**
 * Creates an account and signs in.
 * @param from the client's IP address, for a server behind a proxy
 */
export async function signUp(port: number, name: string, from?: string): Promise<Person> {
  const wire = await Wire.open(port)
  const fields = { name, email: `${name}@example.org`, password: 'a long password of theirs' }
  const { status, headers, body } = await wire.ask(post('/api/auth/sign-up/email', fields, undefined, from))
  wire.close()
  const token = /\r\nset-auth-token: (\S+)/i.exec(headers)?.[1]
  if (status !== 200 || !token) throw new Error(`Signing up answered ${status}: ${body}`)
  return { token, ask: askAs(port, token) }
}

/** Returns a function that calls operations with a token, each on a new connection. */
export function askAs(port: number, token: string): Person['ask'] {
  return async (path, input = {}) => {
    const asking = await Wire.open(port)
    const answer = await asking.ask(post(`/api/${path}`, input, token))
    asking.close()
    const read = JSON.parse(answer.body.toString())
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${read.message}`)
    return read.data
  }
}

export interface Imported {
  /** Milliseconds from the first byte sent until the job is done. */
  ms: number
  report: { links: number; folders: number; skipped: number }
}

/**
 * Imports a bookmark file over HTTP and waits for the end of the job.
 * @param type the format; '' for the one that the content has
 */
export async function importFile(
  port: number,
  person: Person,
  file: Buffer,
  type = 'html',
): Promise<Imported> {
  const begun = performance.now()
  const form = new FormData()
  form.set('type', type)
  form.set('file', new Blob([new Uint8Array(file)]), 'bookmarks.html')
  const sent = await fetch(`http://127.0.0.1:${port}/api/import-bookmarks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  })
  const answer = (await sent.json()) as { message: string; data: { job: string } }
  if (sent.status !== 202) throw new Error(`The import answered ${sent.status}: ${answer.message}`)
  for (;;) {
    const job = await person.ask<{ state: string; error?: string; report: Imported['report'] }>(
      'job-status',
      answer.data,
    )
    if (job.state === 'done') return { ms: performance.now() - begun, report: job.report }
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(job.error ?? job.state)
    await pause(5)
  }
}

/** Sends a page that a program saved, and returns the status of the answer. */
export async function archivePageFile(
  port: number,
  token: string,
  url: string,
  html: string,
): Promise<number> {
  const form = new FormData()
  form.set('url', url)
  form.set('file', new Blob([html], { type: 'text/html' }), 'page.html')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`http://127.0.0.1:${port}/api/keep-page-file`, {
    method: 'POST',
    headers,
    body: form,
  })
  await sent.arrayBuffer()
  return sent.status
}

interface TreeNode {
  _id: string
  folder_name: string
  children: TreeNode[]
}

/** Returns the id of a person's collection by name. */
export async function collectionNamed(person: Person, name: string): Promise<string> {
  const open = [await person.ask<TreeNode>('get-folder-chain')]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.folder_name === name) return node._id
    open.push(...node.children)
  }
  throw new Error(`There is no collection "${name}".`)
}
