import { type Connection, type Integration, type Item, load } from './integration.testing.ts'

interface Component {
  key: string
  props: Record<string, { options?: (this: object) => Promise<{ label: string; value: string }[]> }>
  hooks: Partial<Record<'activate' | 'deactivate' | 'deploy', (this: object) => Promise<void>>>
  run(this: object, event: object): Promise<unknown>
}

async function loadComponent(name: string): Promise<Component> {
  const folder = name.startsWith('new-') ? 'sources' : 'actions'
  return (await load<{ default: Component }>(`pipedream/${folder}/${name}/${name}.mjs`)).default
}

/** Returns the `this` of a source. Pipedream drops items with an id that was emitted before (`dedupe: 'unique'`). */
function createSource(props: object) {
  const stored = new Map<string, unknown>()
  const ids = new Set<string>()
  const emitted: Item[] = []
  return {
    ...props,
    db: {
      get: (key: string) => stored.get(key),
      set: (key: string, value: unknown) => stored.set(key, value),
    },
    $emit: (item: Item, { id }: { id: string }) => {
      if (!ids.has(id)) emitted.push(item)
      ids.add(id)
    },
    take: () => emitted.splice(0),
  }
}

/** Drives the Pipedream components as Pipedream does. */
export async function pipedreamIntegration(connection: Connection): Promise<Integration> {
  return {
    subscribe: async (kind, endpoint, collection) => {
      const source = await loadComponent(`new-${kind}-instant`)
      let status = 0
      const respond = (answer: { status: number }) => {
        status = answer.status
      }
      const self = createSource({ ...connection, collection, http: { endpoint, respond } })
      await source.hooks.activate?.call(self)
      return {
        receive: async ({ headers, body: bodyRaw }) => {
          await source.run.call(self, { headers, bodyRaw, body: JSON.parse(bodyRaw) })
          return status === 200 ? self.take() : null
        },
        end: async () => source.hooks.deactivate?.call(self),
      }
    },
    startPolling: async (kind, collection) => {
      const source = await loadComponent(`new-${kind}`)
      const self = createSource({ ...connection, collection })
      await source.hooks.deploy?.call(self)
      return async () => {
        await source.run.call(self, {})
        return self.take()
      }
    },
    listCollections: async () => {
      const { props } = await loadComponent('new-link')
      const options = await props.collection!.options!.call(connection)
      return options.map(({ label: name, value: id }) => ({ id, name }))
    },
    saveLink: async link => {
      const action = await loadComponent('save-link')
      return (await action.run.call({ ...connection, ...link }, { $: { export: () => {} } })) as Item
    },
    toReason: error => {
      const { name, status, message } = error as Error & { status?: number }
      if (name === 'ConfigurationError') return 'credentials'
      return status === 429 ? 'throttled' : message
    },
  }
}
