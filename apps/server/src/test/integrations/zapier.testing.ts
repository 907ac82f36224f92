import { expect } from 'vitest'
import {
  type Connection,
  type Integration,
  type Item,
  type Kind,
  load,
  loadInstalled,
  platformFolder,
} from './integration.testing.ts'

type Perform = (z: unknown, bundle: object) => unknown
type Run = <T>(perform: Perform, bundle: object) => Promise<T>

interface Trigger {
  operation: {
    sample: object
    perform: Perform
    performSubscribe: Perform
    performUnsubscribe: Perform
    performList: Perform
  }
}

interface ZapierApp {
  platformVersion: string
  authentication: { test: Perform }
  triggers: Record<string, Trigger>
  creates: Record<string, { operation: { sample: object; perform: Perform } }>
}

class AppError extends Error {
  override name = 'AppError'
  constructor(message: string, code: string, status: number) {
    super(JSON.stringify({ message, code, status }))
  }
}
class ExpiredAuthError extends Error {
  override name = 'ExpiredAuthError'
}
class ThrottledError extends Error {
  override name = 'ThrottledError'
  constructor(message: string, delay: number) {
    super(JSON.stringify({ message, delay }))
  }
}

/** The `z` of Zapier. Zapier deletes '{{…}}' from the values of a body that is an object. */
const fakeZ = {
  errors: { Error: AppError, ExpiredAuthError, ThrottledError },
  request: async ({ url, ...init }: RequestInit & { url: string }) => {
    expect(typeof init.body).toBe('string')
    const response = await fetch(url, init)
    return {
      status: response.status,
      content: await response.text(),
      getHeader: (name: string) => response.headers.get(name),
    }
  },
}

async function createRun(app: ZapierApp): Promise<Run> {
  if (!platformFolder) return async (perform, bundle) => perform(fakeZ, bundle) as never
  const path = 'zapier/node_modules/zapier-platform-core/index.js'
  const core = await loadInstalled<{ default: { createAppTester: (app: ZapierApp) => Run } }>(path)
  return core.default.createAppTester(app)
}

/** Drives the Zapier integration as Zapier does. */
export async function zapierIntegration(authData: Connection): Promise<Integration> {
  const { default: app } = await load<{ default: ZapierApp }>('zapier/index.js')
  const run = await createRun(app)
  const withSample = (kind: Kind) => app.triggers[`new_${kind}`]!.operation
  // The sample that Zapier shows has the fields of the items.
  const checked = (kind: Kind, items: Item[]) => {
    for (const item of items) expect(Object.keys(item)).toEqual(Object.keys(withSample(kind).sample))
    return items
  }
  return {
    subscribe: async (kind, targetUrl, collection) => {
      const { performSubscribe, performUnsubscribe, perform } = withSample(kind)
      const inputData = { collection }
      const subscribeData = await run<object>(performSubscribe, { authData, inputData, targetUrl })
      return {
        receive: async ({ headers, body: content }) => {
          const named = Object.entries(headers).map(([name, value]) => [`Http-${name}`, value])
          const rawRequest = { content, headers: Object.fromEntries(named) as object }
          const bundle = {
            authData,
            inputData,
            subscribeData,
            rawRequest,
            cleanedRequest: JSON.parse(content),
          }
          const items = await run<Item[]>(perform, bundle).catch((error: Error) => {
            if (!error.message.includes('not signed')) throw error
            return null
          })
          return items && checked(kind, items)
        },
        end: async () => {
          await run(performUnsubscribe, { authData, inputData, subscribeData, targetUrl })
        },
      }
    },
    startPolling: async (kind, collection) => {
      const { perform } = app.triggers[`new_${kind}_polling`]!.operation
      // Zapier remembers the ids of the items.
      const seen = new Set<string>()
      const poll = async () => {
        const items = checked(kind, await run<Item[]>(perform, { authData, inputData: { collection } }))
        const fresh = items.filter(({ id }) => !seen.has(id)).toReversed()
        for (const { id } of fresh) seen.add(id)
        return fresh
      }
      await poll()
      return poll
    },
    listCollections: () => run(app.triggers.collections!.operation.perform, { authData, inputData: {} }),
    saveLink: inputData => run(app.creates.save_link!.operation.perform, { authData, inputData }),
    toReason: error =>
      ({ ExpiredAuthError: 'credentials', ThrottledError: 'throttled' })[(error as Error).name] ??
      (JSON.parse((error as Error).message) as { message: string }).message,
  }
}
