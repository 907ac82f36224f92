import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import type { Output } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import type { LinkFacts } from '@nestmark/core/searchIndex/indexedLink'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { sealedClient } from '../../../lib/api/client.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { keepOpened, removeOpened } from '@nestmark/client/encryption/openedLinks'
import { knownLinks } from '../../../lib/encryption/openAnswer.ts'
import type { SealedLink } from '@nestmark/client/encryption/sealedLink'
import { createStore } from '../../../lib/store.ts'
import { indexWorker } from './indexTasks.ts'

/**
 * The index of the encrypted links that are open in this browser. It is in the memory of this tab only: a worker has the
 * terms, and this module the links for the rows of results.
 */

/** A version of the index. */
export interface IndexState {
  /** Changes when a key of the index is removed: everything from before is void. */
  epoch: number
  /** The keys whose links it has. */
  kids: readonly string[]
}

/** The names of the queries in the cache. */
export const indexKey = 'encrypted-index'
export const hitsKey = 'encrypted-hits'

/** Increases when the index is dropped. */
export const indexEpoch = createStore(0)

/** Increases when the links of the index were read again. */
export const indexVersion = createStore(0)

/** How many links the first reading has read; null when none is running. */
export const readingProgress = createStore<number | null>(null)

interface Entry {
  link: SealedLink
  kid: string
  /** The facts as JSON, to detect changes. */
  facts: string
}

const entries = new Map<string, Entry>()
let builtKids: readonly string[] = []

/** Returns a link of the index. */
export const findIndexed = (id: string): SealedLink | undefined => entries.get(id)?.link

/** Returns all links of the index. */
export const listIndexed = (): SealedLink[] => [...entries.values()].map(({ link }) => link)

/** Removes the index from the memory immediately. */
function dropIndex(): void {
  if (entries.size === 0 && builtKids.length === 0 && readingProgress.get() === null) return
  indexWorker.end()
  removeOpened(knownLinks, entries.keys())
  entries.clear()
  builtKids = []
  readingProgress.set(null)
  indexEpoch.set(now => now + 1)
  queryClient.removeQueries({ queryKey: [hitsKey] })
  queryClient.removeQueries({ queryKey: [indexKey] })
}

// A locked or removed key, a logout and another user leave keys of the index out of the ring.
keyRing.subscribe(() => {
  const used = new Set([...builtKids, ...readingKids])
  for (const { kid } of entries.values()) used.add(kid)
  if ([...used].some(kid => keyRing.find(kid) === undefined)) dropIndex()
})

/** The keys whose links are being read. */
let readingKids: readonly string[] = []

let running: Promise<unknown> = Promise.resolve()

/**
 * Brings the index up to date: reads the links of the keys, opens those that are new or have changed, and drops the others.
 * @throws Refusal, or AbortError when it was stopped; what was read stays for the next time
 */
export function refreshIndex(kids: readonly string[], signal: AbortSignal): Promise<IndexState> {
  const next = running.catch(() => undefined).then(() => read(kids, signal))
  running = next
  return next
}

async function read(kids: readonly string[], signal: AbortSignal): Promise<IndexState> {
  const epoch = indexEpoch.get()
  const check = () => {
    if (signal.aborted || indexEpoch.get() !== epoch) throw new DOMException('Stopped', 'AbortError')
  }
  readingKids = kids
  if (kids.some(kid => !builtKids.includes(kid))) readingProgress.set(0)
  const found: { id: string; created: number }[] = []
  try {
    for (const kid of kids) {
      const key = await keyRing.open(kid)
      if (!key) continue
      for (const shared of [0, 1] as const) {
        let position: Position | null = { shared, after: undefined }
        let reading: Promise<EncryptedPage> | null = readPage({ kid, ...position }, signal)
        while (position !== null && reading !== null) {
          const page: EncryptedPage = await reading
          check()
          const present: Position = position
          position = page.next === null ? null : { shared, after: page.next }
          // The server reads the next page while the worker opens this one.
          reading = position && readPage({ kid, ...position }, signal)
          reading?.catch(() => undefined)
          await takePage(page.links, { key, kid }, { ...present, signal })
          check()
          found.push(...page.links.map(link => ({ id: link._id, created: link.create_date })))
          readingProgress.set(now => (now === null ? null : found.length))
        }
      }
    }
    // Ties keep the order of the lists, which is that of their creation.
    const ids = [...new Set(found.toSorted((a, b) => a.created - b.created).map(({ id }) => id))]
    await indexWorker.run('keep', ids)
    check()
    const remaining = new Set(ids)
    for (const id of entries.keys()) if (!remaining.has(id)) entries.delete(id)
    builtKids = kids
    indexVersion.set(now => now + 1)
    void queryClient.invalidateQueries({ queryKey: [hitsKey] })
    return { epoch, kids }
  } finally {
    if (indexEpoch.get() === epoch) {
      readingKids = []
      readingProgress.set(null)
    }
  }
}

type EncryptedPage = Output<typeof listEncryptedLinks>

interface Position {
  shared: 0 | 1
  after: string | undefined
}

/** Reads a page of the links of a key. Once some are known, without their texts: most have not changed. */
function readPage(
  { kid, shared, after }: Position & { kid: string },
  signal: AbortSignal,
  texts: 0 | 1 = builtKids.includes(kid) ? 0 : 1,
): Promise<EncryptedPage> {
  const input = { key_id: kid, bare: 1 as const, texts, shared, ...(after !== undefined && { after }) }
  return sealedClient.call(listEncryptedLinks, input, { signal })
}

/** Takes a page into the index. If links have changed, reads it again with the texts. */
async function takePage(
  links: readonly Link[],
  { key, kid }: { key: CollectionKey; kid: string },
  { shared, after, signal }: Position & { signal: AbortSignal },
): Promise<void> {
  const changed = links.filter(link => entries.get(link._id)?.link.version !== link.version)
  await changeFacts(links)
  if (changed.length === 0) return
  const ids = new Set(changed.map(link => link._id))
  const isComplete = changed.every(link => link.name !== '')
  const full = isComplete ? changed : (await readPage({ kid, shared, after }, signal, 1)).links
  await openLinks(
    full.filter(link => ids.has(link._id)),
    { key, kid },
  )
}

/** Opens links in the worker, and caches them. */
async function openLinks(
  links: readonly Link[],
  { key, kid }: { key: CollectionKey; kid: string },
): Promise<void> {
  const opened = await indexWorker.run(
    'open',
    key,
    links.map(link => ({ facts: toFacts(link), sealed: toSealed(link) })),
  )
  // The key may have been removed in the meantime.
  if (keyRing.find(kid) === undefined) return
  links.forEach((link, at) => {
    const texts = opened[at]
    if (texts) entries.set(link._id, { link: keepOpened(knownLinks, link, texts), kid, facts: toJson(link) })
  })
}

/** Takes what has changed besides the texts: tags, collection, favourites. */
async function changeFacts(links: readonly Link[]): Promise<void> {
  const changed: LinkFacts[] = []
  for (const link of links) {
    const entry = entries.get(link._id)
    if (!entry || entry.link.version !== link.version) continue
    const { name, desc, link: address, thumbnail, check_list, sealed, isOpen, isBare } = entry.link
    // This answer has no files: they stay as they were.
    const { s3_key, media, files } = entry.link
    const texts = {
      name,
      desc,
      link: address,
      thumbnail,
      check_list,
      sealed,
      isOpen,
      isBare,
      s3_key,
      media,
      files,
    }
    const facts = toJson(link)
    if (facts !== entry.facts) changed.push(toFacts(link))
    entries.set(link._id, { ...entry, facts, link: { ...link, ...texts } as SealedLink })
  }
  if (changed.length > 0) await indexWorker.run('change', changed)
}

const toFacts = (link: Link): LinkFacts => ({
  id: link._id,
  category: link.category,
  tags: link.tags.map(tag => tag.name),
  favourite: link.favourite === 1,
  createdAt: link.create_date,
  parent: link.parent,
})
const toJson = (link: Link) => JSON.stringify(toFacts(link))

const toSealed = ({ name, desc, link, enc_check_list }: Link) => ({
  name,
  desc,
  link,
  thumbnail: '',
  ...(enc_check_list !== undefined && { enc_check_list }),
})
