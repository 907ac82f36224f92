import type { PageCopies } from '@nestmark/contract/reading/copies'
import { isUnreachable, Refusal } from '../../lib/api/client.ts'
import { readStoredArticle, storeArticle } from './offline/storedArticles.ts'

type Version = PageCopies['versions'][number]

const formatVersion = ({ number, kept_at }: Version) => `${number}-${kept_at}`

/** Stores the article of a version of a favourite link on this device, unless it has been stored. */
export async function storeVersion(linkId: string, version: Version, signal: AbortSignal): Promise<void> {
  const name = formatVersion(version)
  if (version.reader === null || (await readStoredArticle(linkId, name)) !== undefined) return
  await storeArticle(linkId, name, await fetchArticle(version.reader, signal), 'favourite')
}

/** Reads the HTML of an article from the server and stores it on this device; without the network from this device. */
export async function readArticle(linkId: string, version: Version, signal: AbortSignal): Promise<string> {
  const markOpened = (html: string) =>
    void storeArticle(linkId, formatVersion(version), html, 'opened').catch(() => undefined)
  try {
    const html = await fetchArticle(version.reader ?? '', signal)
    markOpened(html)
    return html
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const stored = await readStoredArticle(linkId, formatVersion(version)).catch(() => undefined)
    if (stored === undefined) throw error
    markOpened(stored)
    return stored
  }
}

async function fetchArticle(address: string, signal: AbortSignal): Promise<string> {
  try {
    const answer = await fetch(address, { signal })
    if (answer.ok) return await answer.text()
    throw new Refusal({ status: answer.status, code: 'files.notFound', message: '' })
  } catch (error) {
    if (signal.aborted || error instanceof Refusal) throw error
    throw new Refusal({ status: 0, code: 'network', message: '' })
  }
}
