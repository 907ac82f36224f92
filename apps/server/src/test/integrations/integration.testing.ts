import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Received } from '../../features/webhooks/receiver.testing.ts'

export type Kind = 'link' | 'highlight'
/** An item as the workflows of a platform see it. */
export type Item = Record<string, unknown> & { id: string }

interface LinkToSave {
  address: string
  title?: string
  description?: string
  tags?: string[]
  collection?: string
}

/**
 * An integration, driven as its platform does. What belongs to the platform is a small fake, or the platform's own packages:
 * see `platformFolder`.
 */
export interface Integration {
  /** Switches a trigger on that is called by a webhook at this address. */
  subscribe(kind: Kind, address: string, collection?: string): Promise<Subscription>
  /** Switches a trigger on that polls. The result asks for the items that are new since, the oldest first. */
  startPolling(kind: Kind, collection?: string): Promise<() => Promise<Item[]>>
  listCollections(): Promise<{ id: string; name: string }[]>
  saveLink(link: LinkToSave): Promise<Item>
  /** What the platform takes an error for. */
  toReason(error: unknown): string
}

export interface Subscription {
  /** Passes a call of the webhook on. Returns the items that start a workflow, or null when the call is refused. */
  receive(call: Pick<Received, 'headers' | 'body'>): Promise<Item[] | null>
  /** Switches the trigger off. */
  end(): Promise<void>
}

/** The address of a server and an API key, which people enter at the platform. */
export interface Connection {
  server: string
  apiKey: string
}

/**
 * The folder in which `integrations/check.mjs` has installed the packages of the platforms; undefined in `npm test`, which
 * uses no network.
 */
export const platformFolder = process.env.NESTMARK_PLATFORMS

const folder = join(import.meta.dirname, '../../../../../integrations')

/** Imports a module by its path below `integrations/`. The compiler does not know it: the packages of its platform are missing. */
export async function load<Module>(path: string): Promise<Module> {
  return (await import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href)) as Module
}

/** Imports a module by its path below the folder with the packages of the platforms. */
export async function loadInstalled<Module>(path: string): Promise<Module> {
  return (await import(/* @vite-ignore */ pathToFileURL(join(platformFolder ?? '', path)).href)) as Module
}
