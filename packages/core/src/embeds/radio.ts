import {
  buildFrameAddress,
  matchId,
  createLookUp,
  parseTrailingNumber,
  type EmbedHost,
  type EmbedMatch,
  toHost,
} from './host.ts'

function tunein(url: URL, parts: readonly string[]): EmbedMatch | null {
  const topic = matchId(url.searchParams.get('topicId'), /^\d{1,12}$/)
  const station = matchId(url.searchParams.get('StationId'), /^\d{1,12}$/)
  const kinds = /^(?:radio|station|podcasts|programs|topic|embed)$/
  const inPath = kinds.test(parts[0] ?? '')
    ? /(?:^|-)([spt]\d{1,12})$/.exec(parts.at(-1) ?? '')?.[1]
    : undefined
  const id = topic !== null ? `t${topic}` : station !== null ? `s${station}` : inPath
  return id === undefined ? null : { subCategory: 7, embed: `https://tunein.com/embed/player/${id}/` }
}

function podbean(url: URL, parts: readonly string[]): EmbedMatch | null {
  const id = /^player-v2$/.test(parts[0] ?? '') ? matchId(url.searchParams.get('i'), /^[\w-]{5,60}$/) : null
  if (id !== null)
    return { subCategory: 8, embed: buildFrameAddress('www.podbean.com/player-v2/', { i: id }) }
  const shared = parts[0] === 'media' && /^(?:share|player)$/.test(parts[1] ?? '')
  return (parts[0] === 'e' || parts[0] === 'ew' || shared) && parts.length > 1 ? createLookUp(8) : null
}

function spreaker(url: URL, parts: readonly string[]): EmbedMatch | null {
  const player = (query: Record<string, string>): EmbedMatch => ({
    subCategory: 9,
    embed: buildFrameAddress('widget.spreaker.com/player', query),
  })
  const number = /^\d{3,15}$/
  const episode = matchId(url.searchParams.get('episode_id'), number)
  if (episode !== null) return player({ episode_id: episode })
  const id = matchId(parseTrailingNumber(parts[1]), number)
  if (parts[0] === 'episode' && id !== null) return player({ episode_id: id })
  if ((parts[0] === 'show' || parts[0] === 'podcast') && id !== null) return player({ show_id: id })
  return parts[0] === 'user' && parts.length === 3 ? createLookUp(9) : null
}

function podomatic(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const at = parts.indexOf('html5')
  const kind = matchId(parts[at + 1], /^(?:episode|podcast)$/)
  const id = matchId(parts[at + 2], /^\d{3,12}$/)
  if (parts[0] === 'embed' && at === 1 && kind !== null && id !== null)
    return { subCategory: 10, embed: `https://podomatic.com/embed/html5/${kind}/${id}` }
  return parts[0] === 'podcasts' && parts[2] === 'episodes' && parts.length > 3 ? createLookUp(10) : null
}

function radiopublic(url: URL, parts: readonly string[]): EmbedMatch | null {
  const embedded = url.hostname === 'embed.radiopublic.com'
  const show = embedded ? url.searchParams.get('if') : parts[0]
  const episode = embedded ? url.searchParams.get('ge') : parts[1]
  // The slug of a show ends in a dash and six characters; this excludes other pages of the site.
  const id = matchId(show, /^[\w-]{1,120}-[A-Za-z0-9]{6}$/)
  if (id === null) return null
  const ge = matchId(episode, /^s1![0-9a-f]{5,40}$/)
  return { subCategory: 11, embed: buildFrameAddress('embed.radiopublic.com/e', { if: id, ge }) }
}

function npr(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const ids = parts[0] === 'player' && parts[1] === 'embed' ? parts.slice(2, 4) : []
  if (ids.length === 2 && ids.every(id => /^[\w-]{3,40}$/.test(id)))
    return { subCategory: 12, embed: `https://www.npr.org/player/embed/${ids[0]}/${ids[1]}` }
  const dated = /^\d{4}$/.test(parts[0] ?? '') && /^[\w-]{5,40}$/.test(parts[3] ?? '')
  return dated || (parts[0] === 'sections' && parts.length > 3) ? createLookUp(12) : null
}

function iheart(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const shape = /^[\w-]{1,150}$/
  const show = parts[0] === 'podcast' ? matchId(parts[1], shape) : null
  if (show === null || parseTrailingNumber(show) === null) return null
  const episode = parts[2] === 'episode' ? matchId(parts[3], shape) : null
  const path = `www.iheart.com/podcast/${show}/`
  if (episode !== null)
    return { subCategory: '13-1', embed: buildFrameAddress(`${path}episode/${episode}/`, { embed: 'true' }) }
  return { subCategory: '13-2', embed: buildFrameAddress(path, { embed: 'true' }) }
}

/** Category 5, radio and podcasts: codes 7 to 12, 13-1 and 13-2. */
export const radioHosts: readonly EmbedHost[] = [
  toHost(5, 'tunein', 'TuneIn', ['tunein.com'], ['tunein.com'], tunein),
  toHost(5, 'podbean', 'Podbean', ['podbean.com'], ['www.podbean.com'], podbean, {
    path: /^\/player-v2\/$/,
    keep: ['i'],
  }),
  toHost(5, 'spreaker', 'Spreaker', ['spreaker.com'], ['widget.spreaker.com'], spreaker, {
    path: /^\/player$/,
    keep: ['episode_id', 'show_id'],
  }),
  toHost(5, 'podomatic', 'Podomatic', ['podomatic.com'], ['podomatic.com', 'www.podomatic.com'], podomatic, {
    path: /^\/embed\/html5\/(?:episode|podcast)\/\d{3,12}$/,
    keep: [],
  }),
  toHost(5, 'radiopublic', 'RadioPublic', ['radiopublic.com'], ['embed.radiopublic.com'], radiopublic),
  toHost(5, 'npr', 'NPR', ['npr.org'], ['www.npr.org'], npr, {
    path: /^\/player\/embed\/[\w-]{3,40}\/[\w-]{3,40}$/,
    keep: [],
  }),
  toHost(5, 'iheart', 'iHeart', ['iheart.com'], ['www.iheart.com'], iheart),
]
