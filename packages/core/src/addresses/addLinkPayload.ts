import { splitSharedText } from './sharedText.ts'
import { normaliseAddress } from './url.ts'
import { unwrapAddress } from './wrappedAddress.ts'

/** The parameters of the page `/add-link/`. They fill the form; the page never saves by itself (T16). */
export interface AddLinkPayload {
  /** 1 to 5; undefined when not given, and then derived from the address. */
  category?: number
  url?: string
  title?: string
  desc?: string
  /** The app opened the page; it closes its own window at /close-tab. */
  fromApp: boolean
}

const longestTitle = 500

/**
 * Reads the parameters of the page (SAVE-16). The first query parameter is the category, the second the payload, with
 * any names: for 1 and 3 an encoded address, or else a description; for 4 an encoded JSON object with an encoded text
 * and a link; otherwise a description. An additional `title` is the title of the page. The parameters of the system's
 * share menu for installed apps (`title`, `text`, `url`) are supported too; there, the address is often inside the
 * text. Texts are not truncated: the form reports those that are too long.
 * @param path the part of the path after `/add-link/`; 'app' when the app opened it
 * @param search the query with its '?'
 */
export function readAddLink(path: string, search: string): AddLinkPayload {
  const query = new URLSearchParams(search)
  const fromApp = path.split('/')[0] === 'app' || query.get('source') === 'app'
  const [first] = query.keys()
  if (first && ['title', 'text', 'url'].includes(first)) return { ...readSharedFields(query), fromApp }
  const values = [...query]
    .filter(([name]) => name !== 'title' && name !== 'source')
    .map(([, value]) => value)
  const category = Number(query.get('type') ?? values[0])
  const payload = query.get('data') ?? values[1] ?? ''
  const title = truncate(query.get('title') ?? '', longestTitle)
  return {
    ...(Number.isInteger(category) && category >= 1 && category <= 5 && { category }),
    ...parseContent(category, payload),
    ...(title && { title }),
    fromApp,
  }
}

function parseContent(category: number, payload: string): Pick<AddLinkPayload, 'url' | 'desc'> {
  if (category === 1 || category === 3) {
    const link = withUrl(decodeAddress(payload))
    // A text that is no address is not lost.
    return 'url' in link ? link : withDesc(decodePercent(payload))
  }
  if (category === 4) return parseNote(payload)
  const desc = decodePercent(payload)
  // A description that consists only of an address is also the link to save.
  const alone = /^https?:\/\/\S+$/i.test(desc) ? desc : ''
  return { ...withUrl(alone), ...(desc && { desc }) }
}

/** Returns an address, decoded once more if it was encoded twice. */
function decodeAddress(text: string): string {
  const trimmed = text.trim()
  return /^https?%3a/i.test(trimmed) ? decodePercent(trimmed) : trimmed
}

function parseNote(payload: string): Pick<AddLinkPayload, 'url' | 'desc'> {
  const note = parseObject(payload) ?? parseObject(decodePercent(payload))
  // Not a valid note: keep the text unchanged.
  if (!note) return withDesc(decodePercent(payload))
  const { text, link } = note
  return {
    ...withDesc(typeof text === 'string' ? decodePercent(text) : ''),
    ...withUrl(typeof link === 'string' ? decodeAddress(link) : ''),
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function readSharedFields(query: URLSearchParams): Omit<AddLinkPayload, 'fromApp'> {
  const text = (query.get('text') ?? '').trim()
  const given = (query.get('url') ?? '').trim()
  const inText = splitSharedText(text)
  const url = given || unwrapWhole(text) || inText.address
  const rest = url === inText.address ? inText.rest : url === given ? text : ''
  const title = truncate((query.get('title') ?? '').trim(), longestTitle)
  const found = withUrl(url)
  // Many apps repeat the title as the text. An address that is refused is not lost.
  const desc = [rest === title ? '' : rest, 'url' in found ? '' : url].filter(Boolean).join('\n')
  return {
    ...('url' in found ? found : { category: 4 }),
    ...(title && { title }),
    ...withDesc(desc),
  }
}

function withUrl(text: string): { url?: string } {
  const url = unwrapAddress(text)
  return url && normaliseAddress(url) !== null ? { url } : {}
}

/** Returns the address of a text that consists of a wrapped address only, else ''. */
function unwrapWhole(text: string): string {
  const url = unwrapAddress(text)
  return url === text ? '' : url
}

const withDesc = (desc: string) => (desc.trim() ? { desc: desc.trim() } : {})

/** Decodes percent escapes. A text that was not encoded stays unchanged. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  // Do not cut within a surrogate pair.
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}
