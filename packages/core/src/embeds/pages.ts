import { buildFrameAddress, matchId, createLookUp, type EmbedHost, type EmbedMatch, toHost } from './host.ts'

const pinterestHosts = (
  'com at be ca ch cl cz de dk es fi fr gr hu ie it jp kr mx nl nz ph pl pt ro ru se sk ' +
  'co.kr co.nz co.uk com.au com.mx com.pe com.uy com.vn'
)
  .split(' ')
  .map(tld => `pinterest.${tld}`)

function imgur(url: URL, parts: readonly string[]): EmbedMatch | null {
  // i.imgur.com serves the files themselves, which `matchFile` recognises.
  if (url.hostname === 'i.imgur.com') return null
  const album = /^(?:a|gallery|t)$/.test(parts[0] ?? '')
  const last = parts.at(-1)?.replace(/\.[a-z0-9]{3,4}$/i, '')
  const id = matchId(/(?:^|-)([A-Za-z0-9]+)$/.exec(last ?? '')?.[1], /^[A-Za-z0-9]{5,10}$/)
  if (id === null || parts.length > (album ? 3 : 1) || /^(?:upload|about|rules|privacy|search)$/.test(id))
    return null
  const path = album && parts[0] !== 't' ? `${parts[0] === 'a' ? 'a' : 'gallery'}/${id}` : id
  return { subCategory: 1, embed: buildFrameAddress(`imgur.com/${path}/embed`, { pub: 'true' }) }
}

function pinterest(url: URL, parts: readonly string[]): EmbedMatch | null {
  if (url.hostname === 'pin.it') return parts.length === 1 ? createLookUp(3, 'redirect') : null
  const id = parts[0] === 'pin' ? matchId(/(?:^|--)(\d{5,20})$/.exec(parts[1] ?? '')?.[1], /^\d+$/) : null
  return id === null
    ? null
    : { subCategory: 3, embed: buildFrameAddress('assets.pinterest.com/ext/embed.html', { id }) }
}

function googleDocs(url: URL, parts: readonly string[]): EmbedMatch | null {
  const kind = matchId(parts[0], /^(?:document|spreadsheets|presentation)$/)
  // The path is /document/u/1/d/… for people who are signed in to several accounts.
  const rest = parts[1] === 'u' ? parts.slice(3) : parts.slice(1)
  if (url.hostname !== 'docs.google.com' || kind === null || rest[0] !== 'd') return null
  const published = rest[1] === 'e' ? matchId(rest[2], /^[\w-]{20,120}$/) : null
  if (published !== null) {
    const base = `docs.google.com/${kind}/d/e/${published}`
    if (kind === 'presentation') return { subCategory: 3, embed: buildFrameAddress(`${base}/embed`) }
    if (kind === 'document')
      return { subCategory: 3, embed: buildFrameAddress(`${base}/pub`, { embedded: 'true' }) }
    return { subCategory: 3, embed: buildFrameAddress(`${base}/pubhtml`, { widget: 'true' }) }
  }
  const id = matchId(rest[1], /^[\w-]{20,120}$/)
  return id === null ? null : { subCategory: 3, embed: `https://docs.google.com/${kind}/d/${id}/preview` }
}

function post(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const at = parts.findIndex(part => part === 'status' || part === 'statuses')
  const id = at >= 1 && at <= 2 ? matchId(parts[at + 1], /^\d{1,20}$/) : null
  if (id === null) return null
  return {
    subCategory: 5,
    embed: buildFrameAddress('platform.twitter.com/embed/Tweet.html', { id, dnt: 'true' }),
  }
}

/** Category 1: code 1 an image address, code 3 a pin. */
export const imageHosts: readonly EmbedHost[] = [
  toHost(1, 'imgur', 'Imgur', ['imgur.com'], ['imgur.com'], imgur),
  toHost(1, 'pinterest', 'Pinterest', [...pinterestHosts, 'pin.it'], ['assets.pinterest.com'], pinterest),
]

/** Category 4: code 3 a document of an online editor, code 5 a short-message post. */
export const readingHosts: readonly EmbedHost[] = [
  toHost(
    4,
    'googleDocs',
    'Google Docs, Sheets and Slides',
    ['docs.google.com'],
    ['docs.google.com'],
    googleDocs,
  ),
  toHost(4, 'x', 'X (Twitter) post', ['x.com', 'twitter.com'], ['platform.twitter.com'], post),
]
