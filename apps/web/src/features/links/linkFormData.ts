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
 * Reads the page behind an address once the typing pauses, or the server can be reached again. An answer to an address that
 * is no longer there is dropped.
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
  // Without the server nothing was tried: the page may be readable all the same.
  return wanted !== '' && state.of === wanted && (up || hasRead) ? state.is : 'idle'
}

const settles = 150

/**
 * Where an address is kept already, as soon as it stands still.
 * @param address '' when nothing is to be asked
 * @param except a link that is not meant: the one being changed
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

/** Moves a link that is kept already to where the new one would have come. */
export function useMoveHere(onMoved: (link: Link) => void) {
  const { mutate, isPending } = useOperationMutation(moveLinks)
  return {
    isPending,
    move: (link: Link, to: string) =>
      mutate({ links: [link._id], move_to: to }, { onSuccess: () => onMoved(link) }),
  }
}

/** A page's picture for the preview. It comes through our own server: no browser asks a stranger's. */
export function usePreviewPicture(address: string): string {
  const foreign = /^https?:/i.test(address)
  const { data } = useOperation(
    thumbnailProxy,
    { image: address },
    // Visitors have no picture fetched for them.
    { enabled: foreign && token.get() !== null, quiet: true, staleTime: Number.POSITIVE_INFINITY },
  )
  if (!foreign) return address
  return data ? `data:image/png;base64,${data.png}` : ''
}

/** What a page is about, as far as tags can be told from it. */
export interface TagContext {
  link: string
  name: string
  desc: string
  /** What the page itself says. */
  keywords: string[]
}

/** A tag that is offered; `own` when the person has it already. */
export interface OfferedTag {
  name: string
  own: boolean
}

const offered = (tags: Output<typeof autofillTags> = []): OfferedTag[] =>
  tags.map(({ _id, name }) => ({ name, own: _id !== null }))

/** Tags that hold what is being typed: the person's own, then words of the page. */
export function useTypedTags(input: string, keywords: string[], tags: string[]): OfferedTag[] {
  const enabled = input !== ''
  const asked = { input: input.slice(0, limits.searchInput), keywords, tags }
  const { data } = useOperation(autofillTags, asked, { enabled, keep: true, quiet: true })
  return enabled ? offered(data) : []
}

/** Tags that suit the page behind the form, asked for when its words stand still for a moment. */
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
  const { data } = useOperation(autofillTags, input, { enabled, keep: true, quiet: true, staleTime: 60_000 })
  return enabled ? offered(data) : []
}

interface Saving {
  /** What is in the form, and what it began with: kept when it cannot be sent now. */
  kept: () => { title: string; form: QueuedForm }
  onKept: () => void
  onSaved: (link: Link) => void
  onRefused: (refusal: Refusal) => void
}

/** Saves a new link; its key makes the same form save once, however often it is sent. */
export function useSaveLink(key: string, { kept, onKept, onSaved, onRefused }: Saving) {
  return useOperationMutation(saveLink, {
    quiet: true,
    later: kept,
    onKept,
    idempotencyKey: () => key,
    onSuccess: onSaved,
    onError: onRefused,
  })
}

/** Changes a link. One that is kept for later shows the change already. */
export function useUpdateLink(key: string, { kept, onKept, onSaved, onRefused }: Saving) {
  return useOperationMutation(updateLink, {
    quiet: true,
    later: kept,
    onKept: ({ link_id, name, desc }) => {
      patchLinks(link_id, { ...(name !== undefined && { name }), ...(desc !== undefined && { desc }) })
      onKept()
    },
    idempotencyKey: () => key,
    onSuccess: onSaved,
    onError: onRefused,
  })
}

/** Remembers where and as what was saved last, for the next time. */
export function useRememberChoice(): (parent: string, category: number) => void {
  const remember = useOperationMutation(rememberFolder, { quiet: true })
  return (parent, category) => {
    patchMe(me => ({ ...me, last_folder: parent, last_category: category }))
    remember.mutate({ folder_id: parent, category })
  }
}

/** The link as it is now, out of a refusal that says somebody else was faster. */
export function concurrentLink(refusal: Refusal): Link | null {
  if (refusal.code !== 'links.changedElsewhere') return null
  return (refusal.data as { link?: Link } | undefined)?.link ?? null
}
