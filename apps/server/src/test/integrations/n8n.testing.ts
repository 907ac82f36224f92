import type { Received } from '../../features/webhooks/receiver.testing.ts'
import {
  type Connection,
  type Integration,
  type Item,
  type Kind,
  load,
  loadInstalled,
  platformFolder,
} from './integration.testing.ts'

type Context = ReturnType<typeof createContext>
type Results = { json: Item }[][]

/** The methods of the three nodes. */
interface Nodes {
  subscribe(context: Context): Promise<unknown>
  isSubscribed(context: Context): Promise<boolean>
  unsubscribe(context: Context): Promise<unknown>
  receive(context: Context): Promise<Item[] | null>
  poll(context: Context): Promise<Item[]>
  saveLink(context: Context): Promise<Item>
  listCollections(context: Context): Promise<{ name: string; value: string }[]>
}

interface Options {
  connection: Connection
  parameters: object
  /** What n8n keeps for the node. */
  state?: object
  url?: string
  call?: Pick<Received, 'headers' | 'body'>
}

/** Returns the `this` of a node. n8n adds the header of the credentials to requests. */
function createContext({ connection, parameters, state = {}, url, call }: Options) {
  let refusal = 0
  const response = {
    status: (status: number) => {
      refusal = status
      return response
    },
    end: () => response,
  }
  return {
    getNode: () => ({ name: 'Nestmark', type: 'nestmark', typeVersion: 1 }),
    getMode: () => 'trigger',
    continueOnFail: () => false,
    getInputData: () => [{ json: {} }],
    getCredentials: async () => connection,
    getNodeWebhookUrl: () => url,
    getWorkflowStaticData: () => state,
    getNodeParameter: (name: string, ...others: unknown[]) =>
      (parameters as Record<string, unknown>)[name] ?? others.at(-1),
    getHeaderData: () => call?.headers,
    getRequestObject: () => ({ rawBody: Buffer.from(call?.body ?? '') }),
    getResponseObject: () => response,
    refusal: () => refusal,
    helpers: {
      returnJsonArray: (items: Item[]) => items.map(json => ({ json })),
      httpRequestWithAuthentication: async (_name: string, request: { url: string; body: object }) => {
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${connection.apiKey}`,
        }
        const answer = await fetch(request.url, {
          method: 'POST',
          headers,
          body: JSON.stringify(request.body),
        })
        return { statusCode: answer.status, body: await answer.json() }
      },
    },
  }
}

/** Returns what the nodes do, without the classes, which need the packages of n8n. */
async function loadParts(): Promise<Nodes> {
  const [subscription, newItems, action, properties] = await Promise.all(
    ['subscription', 'newItems', 'saveLink', 'properties'].map(name =>
      load<Record<string, unknown>>(`n8n/nodes/Nestmark/lib/${name}.ts`),
    ),
  )
  const { subscribe, isSubscribed, unsubscribe, readCall: receive } = subscription!
  const { pollItems: poll } = newItems!
  const save = action!.saveLink as (context: Context, index: number) => Promise<Item>
  const { getCollections } = properties!.loadOptions as { getCollections: () => never }
  const saveLink = (context: Context) => save(context, 0)
  const listCollections = (context: Context) => getCollections.call(context as never)
  return { subscribe, isSubscribed, unsubscribe, receive, poll, saveLink, listCollections } as never
}

interface BuiltNode {
  webhookMethods: {
    default: Record<'checkExists' | 'create' | 'delete', (this: Context) => Promise<boolean>>
  }
  webhook(this: Context): Promise<{ workflowData?: Results }>
  poll(this: Context): Promise<Results | null>
  execute(this: Context): Promise<Results>
  methods: { loadOptions: { getCollections(this: Context): Promise<{ name: string; value: string }[]> } }
}

/** Returns the nodes as n8n runs them: built, with its packages. */
async function loadNodes(): Promise<Nodes> {
  const [action, trigger, polling] = await Promise.all(
    ['Nestmark', 'NestmarkTrigger', 'NestmarkPollingTrigger'].map(async name => {
      const built = await loadInstalled<Record<string, new () => BuiltNode>>(
        `n8n/dist/nodes/Nestmark/${name}.node.js`,
      )
      return new built[name]!()
    }),
  )
  const toItems = (results: Results | null = []) => (results ?? []).flat().map(({ json }) => json)
  const { checkExists, create, delete: remove } = trigger!.webhookMethods.default
  return {
    subscribe: context => create.call(context),
    isSubscribed: context => checkExists.call(context),
    unsubscribe: context => remove.call(context),
    receive: async context => {
      const { workflowData } = await trigger!.webhook.call(context)
      return context.refusal() === 401 ? null : toItems(workflowData)
    },
    poll: async context => toItems(await polling!.poll.call(context)),
    saveLink: async context => toItems(await action!.execute.call(context))[0]!,
    listCollections: context => action!.methods.loadOptions.getCollections.call(context),
  }
}

/** Drives the n8n nodes as n8n does. */
export async function n8nIntegration(connection: Connection): Promise<Integration> {
  const nodes = await (platformFolder ? loadNodes() : loadParts())
  const toParameters = (kind: Kind, collection?: string) => ({ event: `${kind}.created`, collection })
  return {
    subscribe: async (kind, url, collection) => {
      const options = { connection, parameters: toParameters(kind, collection), state: {}, url }
      const context = createContext(options)
      if (!(await nodes.isSubscribed(context))) await nodes.subscribe(context)
      if (!(await nodes.isSubscribed(context))) throw new Error('n8n would create a second webhook.')
      return {
        receive: call => nodes.receive(createContext({ ...options, call })),
        end: async () => {
          await nodes.unsubscribe(context)
        },
      }
    },
    startPolling: async (kind, collection) => {
      const context = createContext({ connection, parameters: toParameters(kind, collection) })
      await nodes.poll(context)
      return () => nodes.poll(context)
    },
    listCollections: async () => {
      const options = await nodes.listCollections(createContext({ connection, parameters: {} }))
      return options.map(({ name, value: id }) => ({ id, name }))
    },
    saveLink: parameters => nodes.saveLink(createContext({ connection, parameters })),
    toReason: error => {
      const { httpCode, description } = error as { httpCode: string; description: string }
      return { 401: 'credentials', 429: 'throttled' }[httpCode] ?? description
    },
  }
}
