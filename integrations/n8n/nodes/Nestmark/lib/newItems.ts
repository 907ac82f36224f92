import type { IDataObject, IPollFunctions } from 'n8n-workflow'
import { callApi } from './callApi'
import {
  type ApiHighlight,
  type ApiLink,
  type HighlightPage,
  highlightsOfPages,
  toHighlight,
  toLink,
} from './items'

/** What a trigger waits for, which is also the event of the webhook. */
export type Event = 'link.created' | 'highlight.created'

/** An event of a webhook, with the subjects of its kind. */
export interface HookEvent {
  type: string
  links?: ApiLink[]
  highlights?: ApiHighlight[]
}

const isItem = (item: IDataObject | null) => item !== null

/** Returns the items of the events of one type, the oldest first. */
export const itemsOfEvents = (events: readonly HookEvent[], type: Event): IDataObject[] =>
  events
    .filter(event => event.type === type)
    .flatMap(({ links = [], highlights = [] }) => [...links.map(toLink), ...highlights.map(toHighlight)])
    .filter(isItem)

/** The number of ids that are remembered between two polls: more than the items of one list. */
const remembered = 1000

/**
 * Returns the items that the last poll did not return, the oldest first. The first poll of an active workflow returns none;
 * a poll by hand returns the newest item, as an example.
 */
export async function pollItems(node: IPollFunctions): Promise<IDataObject[]> {
  const items = await newestItems(node)
  if (node.getMode() === 'manual') return items.slice(0, 1)
  const state = node.getWorkflowStaticData('node') as { seen?: string[] }
  const { seen } = state
  const fresh = items.filter(({ id }) => !seen?.includes(id as string))
  state.seen = [...fresh.map(({ id }) => id as string), ...(seen ?? [])].slice(0, remembered)
  return seen ? fresh.toReversed() : []
}

/** Returns the newest items, the newest first: 50 links, or the highlights of 50 pages. */
async function newestItems(node: IPollFunctions): Promise<IDataObject[]> {
  if (node.getNodeParameter('event') === 'highlight.created') {
    const pages = await callApi<HighlightPage[]>(node, 'all-highlights')
    return highlightsOfPages(pages).map(toHighlight).filter(isItem)
  }
  const collection = node.getNodeParameter('collection', '') as string
  const place = collection ? { folder_id: collection, include_sub: 1 } : {}
  const { links } = await callApi<{ links: ApiLink[] }>(node, 'dashboard-links', place)
  return links.map(toLink).filter(isItem)
}
