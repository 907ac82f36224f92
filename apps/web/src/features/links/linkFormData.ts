import {
  findSaved,
  moveLinks,
  saveLink,
  scrapeLink,
  thumbnailProxy,
  updateLink,
} from '@nestmark/contract/links'
import type { Output } from '@nestmark/contract/operation'
import { rememberFolder } from '@nestmark/contract/session'
import type { Link } from '@nestmark/contract/shapes'
import { autofillTags } from '@nestmark/contract/tags'
import { limits } from '@nestmark/core/limits'
import { holdsDomain } from '@nestmark/core/url'
import { useEffect, useEffectEvent, useState } from 'react'
import { client, type Refusal } from '../../lib/api/client.ts'
import { useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { connection } from '../../lib/connection.ts'
import { useStore } from '../../lib/store.ts'
import { token } from '../../lib/token.ts'
import { patchLinks } from './data.ts'
import type { QueuedForm } from './queuedForm.ts'
import { patchMe } from '../session/data.ts'

export type Fetching = 'idle' | 'fetching' | 'fetched' | 'failed'
type Page = Output<typeof scrapeLink>

const pause = 450

/**
 * Reads the page of an address when typing pauses or the server becomes reachable again. Drops answers for previous
 * addresses.
 * @param address '' when nothing is to be read
 */
export function useScrape(address: string, onPage: (page: Page) => void): Fetching {
  const wanted = holdsDomain(address) ? address.trim() : ''
  const [state, setState] = useState<{ of: string; is: Fetching }>({ of: '', is: 'idle' })
  const tell = useEffectEvent(onPage)
  const up = useStore(connection) === 'up'
  const hasRead = state.of === wanted && state.is === 'fetched'
  const asks = wanted !== '' && up && !hasRead
  useEffect(() => {
    if (!asks) return
    const readPage = async (link: string, signal: AbortSignal) => {
      try {
        const page = await client.call(scrapeLink, { link }, { signal })
        if (signal.aborted) return
        setState({ of: link, is: 'fetched' })
        tell(page)
      } catch {
        if (!signal.aborted) setState({ of: link, is: 'failed' })
      }
    }
    const stop = new AbortController()
    const wait = setTimeout(() => {
      setState({ of: wanted, is: 'fetching' })
      void readPage(wanted, stop.signal)
    }, pause)
    return () => {
      clearTimeout(wait)
      stop.abort()
    }
  }, [wanted, asks])
  // Without a connection there was no attempt, so the state is not 'failed'.
  return wanted !== '' && state.of === wanted && (up || hasRead) ? state.is : 'idle'
}

const settles = 150

/**
 * Finds the saved links with an address when typing pauses.
 * @param address '' when nothing is to be searched
 * @param except ID of the link being edited
 */
export function useSavedAlready(address: string, except?: string) {
  const wanted = holdsDomain(address) ? address.trim() : ''
  const [link, setLink] = useState('')
  useEffect(() => {
    const wait = setTimeout(() => setLink(wanted), settles)
    return () => clearTimeout(wait)
  }, [wanted])
  const asked = wanted !== '' && link === wanted
  const { data } = useOperation(findSaved, { link, except }, { enabled: asked, quiet: true })
  return asked && data && data.links.length > 0 ? data : undefined
}

/** Moves a saved link to the chosen collection. */
export function useMoveHere(onMoved: (link: Link) => void) {
  const { mutate, isPending } = useOperationMutation(moveLinks)
  return {
    isPending,
    move: (link: Link, to: string) =>
      mutate({ links: [link._id], move_to: to }, { onSuccess: () => onMoved(link) }),
  }
}

/** Returns a page's picture for the preview. The server fetches it, so that the browser contacts no other site. */
export function usePreviewPicture(address: string): string {
  const foreign = /^https?:/i.test(address)
  const { data } = useOperation(
    thumbnailProxy,
    { image: address },
    // The server fetches no pictures for visitors.
    { enabled: foreign && token.get() !== null, quiet: true, staleTime: Number.POSITIVE_INFINITY },
  )
  if (!foreign) return address
  return data ? `data:image/png;base64,${data.png}` : ''
}

/** The texts of a page from which tags are suggested. */
export interface TagContext {
  link: string
  name: string
  desc: string
  /** The keywords that the page declares. */
  keywords: string[]
}

/** A suggested tag; `own` when the user already has it. */
export interface OfferedTag {
  name: string
  own: boolean
}

const offered = (tags: Output<typeof autofillTags> = []): OfferedTag[] =>
  tags.map(({ _id, name }) => ({ name, own: _id !== null }))

/** Returns tags that contain the typed text: the user's own, then words of the page. */
export function useTypedTags(input: string, keywords: string[], tags: string[]): OfferedTag[] {
  const enabled = input !== ''
  const asked = { input: input.slice(0, limits.searchInput), keywords, tags }
  const { data } = useOperation(autofillTags, asked, { enabled, keepPrevious: true, quiet: true })
  return enabled ? offered(data) : []
}

/** Returns tags that match the page of the form, requested when its texts have not changed for a moment. */
export function useSuitingTags({ link, name, desc, keywords }: TagContext): OfferedTag[] {
  const wished = JSON.stringify({
    link: holdsDomain(link) ? link.trim() : '',
    name: name.trim(),
    desc,
    keywords,
  })
  const [asked, setAsked] = useState(wished)
  useEffect(() => {
    const wait = setTimeout(() => setAsked(wished), pause)
    return () => clearTimeout(wait)
  }, [wished])
  const input = JSON.parse(asked) as TagContext
  const enabled = input.link !== '' || input.name !== ''
  const { data } = useOperation(autofillTags, input, {
    enabled,
    keepPrevious: true,
    quiet: true,
    staleTime: 60_000,
  })
  return enabled ? offered(data) : []
}

interface Saving {
  /** The title and the form of the queued mutation, stored when it cannot be sent now. */
  kept: () => { title: string; form: QueuedForm }
  onKept: () => void
  onSaved: (link: Link) => void
  onRefused: (refusal: Refusal) => void
}

/** Saves a new link. The idempotency key makes repeated calls save it once. */
export function useSaveLink(key: string, { kept, onKept, onSaved, onRefused }: Saving) {
  return useOperationMutation(saveLink, {
    quiet: true,
    later: kept,
    onQueued: onKept,
    idempotencyKey: () => key,
    onSuccess: onSaved,
    onError: onRefused,
  })
}

/** Changes a link. A queued change is shown at once. */
export function useUpdateLink(key: string, { kept, onKept, onSaved, onRefused }: Saving) {
  return useOperationMutation(updateLink, {
    quiet: true,
    later: kept,
    onQueued: ({ link_id, name, desc }) => {
      patchLinks(link_id, { ...(name !== undefined && { name }), ...(desc !== undefined && { desc }) })
      onKept()
    },
    idempotencyKey: () => key,
    onSuccess: onSaved,
    onError: onRefused,
  })
}

/** Returns a function that stores the collection and category of the last saved link, as the next defaults. */
export function useRememberChoice(): (parent: string, category: number) => void {
  const remember = useOperationMutation(rememberFolder, { quiet: true })
  return (parent, category) => {
    patchMe(me => ({ ...me, last_folder: parent, last_category: category }))
    remember.mutate({ folder_id: parent, category })
  }
}

/**
 * Returns the link as another user saved it concurrently, from a refusal with the code `links.changedElsewhere`; else
 * null.
 */
export function concurrentLink(refusal: Refusal): Link | null {
  if (refusal.code !== 'links.changedElsewhere') return null
  return (refusal.data as { link?: Link } | undefined)?.link ?? null
}
