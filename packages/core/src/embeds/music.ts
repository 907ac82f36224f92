import {
  buildFrameAddress,
  matchId,
  createLookUp,
  parseTrailingNumber,
  type EmbedHost,
  type EmbedMatch,
  toHost,
} from './host.ts'

const slug = /^[\p{L}\p{N}_.-]{1,200}$/u

function soundcloud(url: URL, parts: readonly string[]): EmbedMatch | null {
  if (url.hostname === 'on.soundcloud.com') return parts.length > 0 ? createLookUp(1, 'redirect') : null
  const own =
    /^(?:discover|stream|search|you|upload|settings|messages|notifications|pages|charts|terms-of-use|jobs|feed)$/
  if (url.hostname === 'w.soundcloud.com') return soundcloudPlayer(url.searchParams.get('url'))
  const fits = parts.length >= 1 && parts.length <= 4 && parts.every(part => slug.test(part))
  if (!fits || own.test(parts[0] ?? '')) return null
  return soundcloudPlayer(`https://soundcloud.com/${parts.map(encodeURIComponent).join('/')}`)
}

function soundcloudPlayer(track: string | null): EmbedMatch | null {
  if (track === null || !/^https:\/\/(?:api\.)?soundcloud\.com\/[\w.%/-]{1,500}$/.test(track)) return null
  return { subCategory: 1, embed: buildFrameAddress('w.soundcloud.com/player/', { url: track }) }
}

function clyp(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const id = matchId(parts[0], /^[a-z0-9]{8}$/)
  return id === null ? null : { subCategory: 3, embed: `https://clyp.it/${id}/widget` }
}

function datpiff(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const id = /^(?:embed|player)$/.test(parts[0] ?? '') ? matchId(parts[1], /^m[0-9a-f]{6,12}$/) : null
  if (id !== null) return { subCategory: 4, embed: `https://www.datpiff.com/embed/${id}/` }
  return /-mixtape\.\d+\.html$/.test(parts[0] ?? '') ? createLookUp(4) : null
}

function mixcloud(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const own = /^(?:discover|genres|upload|settings|select|about|live|oembed|widget|search|dashboard|pro)$/
  const fits = parts.length === 2 || (parts.length === 3 && parts[1] === 'playlists')
  if (!fits || own.test(parts[0] ?? '') || !parts.every(part => slug.test(part))) return null
  const feed = `/${parts.map(encodeURIComponent).join('/')}/`
  return { subCategory: 5, embed: buildFrameAddress('www.mixcloud.com/widget/iframe/', { feed }) }
}

function beatstars(url: URL, parts: readonly string[]): EmbedMatch | null {
  const inPath = parts[0] === 'beat' ? parseTrailingNumber(parts[1]) : null
  const embedded = parts[0] === 'embed' ? matchId(url.searchParams.get('id'), /^\d{3,12}$/) : null
  const id = matchId(inPath ?? embedded ?? /^TK(\d{3,12})$/.exec(parts[0] ?? '')?.[1], /^\d{3,12}$/)
  return id === null
    ? null
    : { subCategory: 6, embed: buildFrameAddress('www.beatstars.com/embed/track/', { id }) }
}

function spotify(url: URL, parts: readonly string[]): EmbedMatch | null {
  if (url.hostname === 'spotify.link') return parts.length > 0 ? createLookUp(16, 'redirect') : null
  const rest = parts.filter(part => part !== 'embed' && !/^intl-[a-z]{2}$/.test(part))
  const at = rest.findIndex(part => /^(?:track|album|playlist|artist|episode|show)$/.test(part))
  const id = matchId(rest[at + 1], /^[A-Za-z0-9]{22}$/)
  if (url.hostname !== 'open.spotify.com' || at < 0 || id === null) return null
  return { subCategory: 16, embed: `https://open.spotify.com/embed/${rest[at]}/${id}` }
}

function hearthis(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const id = parts[0] === 'embed' ? matchId(parts[1], /^\d{1,12}$/) : null
  if (id !== null) return { subCategory: 20, embed: `https://app.hearthis.at/embed/${id}/transparent_black/` }
  const own = /^(?:charts|categories|category|search|set|login|register|feed|explore|maps|about)$/
  return parts.length === 2 && !own.test(parts[0] ?? '') ? createLookUp(20) : null
}

function reverbnation(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const artist = parts[0] === 'artist' && parts[1] !== undefined ? parts.slice(1) : parts
  const own =
    /^(?:main|widget_code|user|venue|label|page_object|band-promotion|about|signup|login|songs|charts|search)$/
  if (own.test(artist[0] ?? '') || !slug.test(artist[0] ?? '')) return null
  if (artist[1] === 'song' && /^\d/.test(artist[2] ?? '')) return createLookUp('14-1')
  return artist.length === 1 || artist[1] === 'songs' ? createLookUp('14-2') : null
}

/** Category 5, music: codes 1, 3, 4, 5, 6, 14-1, 14-2, 16 and 20. */
export const musicHosts: readonly EmbedHost[] = [
  toHost(5, 'soundcloud', 'SoundCloud', ['soundcloud.com'], ['w.soundcloud.com'], soundcloud),
  toHost(5, 'clyp', 'Clyp', ['clyp.it'], ['clyp.it'], clyp),
  toHost(5, 'datpiff', 'DatPiff', ['datpiff.com'], ['www.datpiff.com'], datpiff, {
    path: /^\/embed\/m[0-9a-f]{6,12}\/?$/,
    keep: [],
  }),
  toHost(
    5,
    'mixcloud',
    'Mixcloud',
    ['mixcloud.com'],
    ['www.mixcloud.com', 'player-widget.mixcloud.com'],
    mixcloud,
  ),
  toHost(5, 'beatstars', 'BeatStars', ['beatstars.com'], ['www.beatstars.com'], beatstars),
  toHost(5, 'reverbnation', 'ReverbNation', ['reverbnation.com'], ['www.reverbnation.com'], reverbnation, {
    path: /^\/widget_code\/html_widget\/artist_\d{1,12}$/,
    keep: ['widget_id', 'pwc[song_ids]', 'pwc[included_songs]', 'context_type'],
  }),
  toHost(5, 'spotify', 'Spotify', ['spotify.com', 'spotify.link'], ['open.spotify.com'], spotify),
  toHost(5, 'hearthis', 'hearthis.at', ['hearthis.at'], ['app.hearthis.at', 'hearthis.at'], hearthis, {
    path: /^\/embed\/\d{1,12}\/(?:transparent(?:_black)?\/)?$/,
    keep: [],
  }),
]
