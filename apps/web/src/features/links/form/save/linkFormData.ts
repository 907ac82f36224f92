import { findSaved } from '@nestmark/contract/links/links'
import type { Output } from '@nestmark/contract/operation'
import { scrapeLink, proxyThumbnail } from '@nestmark/contract/links/scrape'
import { rememberCollection } from '@nestmark/contract/session'
import { autofillTags, listTags } from '@nestmark/contract/tags'
import { limits } from '@nestmark/core/limits'
import { containsDomain, namesHost } from '@nestmark/core/addresses/url'
import { useEffect, useEffectEvent, useState } from 'react'
import { client } from '../../../../lib/api/client.ts'
import { useOperationMutation, useOperation } from '../../../../lib/api/operations.ts'
import { connection } from '../../../../lib/connection.ts'
import { useStore } from '../../../../lib/store.ts'
import { token } from '../../../../lib/browser/token.ts'
import { useDelayed } from '../../../../lib/useDelayed.ts'
import { patchMe } from '../../../session/data.ts'
import { matchTags } from '../../../tags/matchTags.ts'

export type FetchStatus = 'idle' | 'fetching' | 'fetched' | 'failed'
type ScrapedPage = Output<typeof scrapeLink>

const typingPause = 450

/**
 * Reads the page of an address when typing pauses or the server becomes reachable again. Drops answers for previous
 * addresses.
 * @param address '' when nothing is to be read
 */
export function useScrapedPage(address: string, onPage: (page: ScrapedPage) => void): FetchStatus {
  const validAddress = containsDomain(address) ? address.trim() : ''
  const [state, setState] = useState<{ address: string; status: FetchStatus }>({
    address: '',
    status: 'idle',
  })
  const reportPage = useEffectEvent(onPage)
  const up = useStore(connection) === 'up'
  const hasRead = state.address === validAddress && state.status === 'fetched'
  const shouldRead = validAddress !== '' && up && !hasRead
  useEffect(() => {
    if (!shouldRead) return
    const readPage = async (link: string, signal: AbortSignal) => {
      try {
        const page = await client.call(scrapeLink, { link }, { signal })
        if (signal.aborted) return
        setState({ address: link, status: 'fetched' })
        reportPage(page)
      } catch {
        if (!signal.aborted) setState({ address: link, status: 'failed' })
      }
    }
    const controller = new AbortController()
    const timer = setTimeout(() => {
      setState({ address: validAddress, status: 'fetching' })
      void readPage(validAddress, controller.signal)
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [validAddress, shouldRead])
  // Without a connection there was no attempt, so the state is not 'failed'.
  return validAddress !== '' && state.address === validAddress && (up || hasRead) ? state.status : 'idle'
}

const searchPause = 150

/**
 * Finds the saved links with an address when typing pauses.
 * @param address '' when nothing is to be searched
 * @param except ID of the link being edited
 */
export function useDuplicates(address: string, except?: string) {
  const validAddress = namesHost(address) ? address.trim() : ''
  const [link, setLink] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setLink(validAddress), searchPause)
    return () => clearTimeout(timer)
  }, [validAddress])
  const isReady = validAddress !== '' && link === validAddress
  const { data } = useOperation(findSaved, { link, except }, { enabled: isReady, quiet: true })
  return isReady && data && data.links.length > 0 ? data : undefined
}

/** Returns a page's picture for the preview. The server fetches it, so that the browser contacts no other site. */
export function usePreviewPicture(address: string): string {
  const isExternal = /^https?:/i.test(address)
  const { data } = useOperation(
    proxyThumbnail,
    { image: address },
    // The server fetches no pictures for visitors.
    { enabled: isExternal && token.get() !== null, quiet: true, staleTime: Number.POSITIVE_INFINITY },
  )
  if (!isExternal) return address
  return data ? `data:image/png;base64,${data.png}` : ''
}

/** The texts of a page from which tags are suggested. Without them, tags are suggested only for the typed text. */
export interface TagContext {
  link?: string
  name?: string
  desc?: string
  /** The keywords that the page declares. */
  keywords?: string[]
  /** False while the texts are only those of the form: the hint then does not mention the page. */
  isPageRead?: boolean
  /** The tags are those of an encrypted link: nothing that is typed is sent. */
  isPrivate?: boolean
}

/** A suggested tag; `own` when the user already has it. */
export interface TagOption {
  name: string
  own: boolean
}

const toTagOptions = (tags: Output<typeof autofillTags> = []): TagOption[] =>
  tags.map(({ _id, name }) => ({ name, own: _id !== null }))

/**
 * Returns tags that contain the typed text: the user's own, then words of the page. With `isPrivate`, the browser finds
 * the user's own in the list of all tags, and does not send the text.
 */
export function useTagCompletions(
  input: string,
  { keywords = [], isPrivate = false }: Pick<TagContext, 'keywords' | 'isPrivate'>,
  tags: string[],
): TagOption[] {
  const enabled = input !== ''
  const request = { input: input.slice(0, limits.searchInput), keywords, tags }
  const sends = enabled && !isPrivate
  const { data } = useOperation(autofillTags, request, { enabled: sends, keepPrevious: true, quiet: true })
  const { data: all } = useOperation(listTags, {}, { enabled: enabled && !sends, quiet: true })
  if (!enabled) return []
  return sends ? toTagOptions(data) : matchTags(all ?? [], input).map(({ name }) => ({ name, own: true }))
}

/** Returns tags that match the page of the form, requested when its texts have not changed for a short time. */
export function useSuggestedTags({
  link = '',
  name = '',
  desc = '',
  keywords = [],
}: TagContext): TagOption[] {
  const latest = JSON.stringify({
    link: namesHost(link) ? link.trim() : '',
    name: name.trim(),
    desc: desc.slice(0, limits.desc),
    keywords,
  })
  const input = JSON.parse(useDelayed(latest, typingPause)) as Required<
    Pick<TagContext, 'link' | 'name' | 'desc' | 'keywords'>
  >
  const enabled = input.link !== '' || input.name !== ''
  const { data } = useOperation(autofillTags, input, {
    enabled,
    keepPrevious: true,
    quiet: true,
    staleTime: 60_000,
  })
  return enabled ? toTagOptions(data) : []
}

/** Returns a function that stores the collection and category of the last saved link, as the next defaults. */
export function useRememberCollection(): (parent: string, category: number) => void {
  const remember = useOperationMutation(rememberCollection, { quiet: true })
  return (parent, category) => {
    patchMe(me => ({ ...me, last_folder: parent, last_category: category }))
    remember.mutate({ folder_id: parent, category })
  }
}
