import {
  addUploads,
  type Part,
  type UploadServer as ServerOfUploads,
} from '@nestmark/client/uploads/uploadServer.testing'
import { saveLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { expect, onTestFinished } from 'vitest'
import { type FakeClient, fakeClient } from '../api/fakeClient.testing.ts'
import { connection } from '../connection.ts'
import { fakePage, replaceGlobal } from '../fakePage.testing.ts'

export { type PartAnswer, refuse, toBytes } from '@nestmark/client/uploads/uploadServer.testing'

export interface UploadServer extends FakeClient, ServerOfUploads {
  /** Links that were saved, by idempotency key. */
  links: Map<string, Link>
  /** The names of the locks that this window or another one holds. */
  locks: Set<string>
  /** Whether the server answers the page when it asks whether it is reachable. */
  isReachable: boolean
}

/** Lets every wait of the page end at once. */
function skipWaits(): void {
  const real = setTimeout
  replaceGlobal('setTimeout', (run: () => void) => real(run, 0))
}

/** The locks of a browser, with those that other windows hold. */
function fakeLocks(held: Set<string>) {
  return async (name: string, _: unknown, run: (lock: object | null) => Promise<void> | undefined) => {
    if (held.has(name)) return run(null)
    held.add(name)
    await run({})
    held.delete(name)
  }
}

/** Replaces the requests of a browser that report their progress, which Node does not have. */
function fakeRequests(server: UploadServer): void {
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly #headers = new Map<string, string>()
    #url = ''
    #part: Part | undefined
    #retryAfter: number | undefined
    status = 0
    responseText = ''
    open(_method: string, url: string): void {
      this.#url = url
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }
    getResponseHeader(): string | null {
      return this.#retryAfter === undefined ? null : String(this.#retryAfter)
    }
    send(bytes: ArrayBuffer): void {
      const [uploadId = '', number] = this.#url.split('/').slice(-2)
      const report = (loaded: number) =>
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
      const part = {
        uploadId,
        number: Number(number),
        bytes: Buffer.from(bytes),
        headers: this.#headers,
        report,
      }
      this.#part = part
      void this.#answer(part)
    }
    abort(): void {
      if (this.#part) server.ended.push(this.#part)
      this.#end('abort')
    }
    async #answer(part: Part): Promise<void> {
      const answer = await server.receive(part)
      if (server.ended.includes(part)) return
      if (answer === 'broken') return this.#end('error')
      this.status = answer.status
      this.responseText = answer.text ?? ''
      this.#retryAfter = answer.retryAfter
      this.#end('load')
    }
    #end(name: string): void {
      for (const each of [name, 'loadend']) this.dispatchEvent(new Event(each))
    }
  }
  replaceGlobal('XMLHttpRequest', FakeRequest)
}

/**
 * Replaces the server by one that takes uploads, for a person who is signed in. The page does not wait before it tries
 * something again.
 * @param partSize in bytes
 */
export function startUploadServer({ partSize = 4 } = {}): UploadServer {
  fakePage()
  skipWaits()
  const client = fakeClient()
  const server: UploadServer = Object.assign(addUploads(client, partSize), client, {
    links: new Map<string, Link>(),
    locks: new Set<string>(),
    isReachable: true,
  })
  fakeRequests(server)
  replaceGlobal('navigator', { onLine: true, locks: { request: fakeLocks(server.locks) } })
  replaceGlobal('fetch', () =>
    server.isReachable ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError('no network')),
  )
  const before = connection.get()
  connection.set('up')
  onTestFinished(async () => {
    server.isReachable = true
    await expect.poll(connection.get).toBe('up')
    connection.set(before)
  })
  client.answer(saveLink, ({ name }, { idempotencyKey = '' }) => {
    const link =
      server.links.get(idempotencyKey) ?? ({ _id: `l${server.links.size + 1}`, name } as unknown as Link)
    server.links.set(idempotencyKey, link)
    return link
  })
  return server
}
