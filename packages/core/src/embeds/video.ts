import { buildFrameAddress, matchId, createLookUp, type EmbedHost, type EmbedMatch, toHost } from './host.ts'

const youtubeId = /^[\w-]{11}$/

/**
 * Parses a start time in the formats of video sites: `90`, `90s`, `1m30s`, `1h2m3s`, `1:30`.
 * @returns integer seconds; 0 for anything else
 */
export function parseStartSeconds(text: string | null | undefined): number {
  if (!text) return 0
  const clock = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/.exec(text)
  const found = clock ?? /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})(?:\.\d+)?s?)?$/.exec(text)
  if (found === null) return 0
  return Number(found[1] ?? 0) * 3600 + Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0)
}

function parseStart(url: URL): number {
  const query = url.searchParams
  const inFragment = new URLSearchParams(url.hash.slice(1))
  return parseStartSeconds(
    query.get('t') ?? query.get('start') ?? query.get('time_continue') ?? inFragment.get('t'),
  )
}

function onSite(subCategory: number, embed: string): EmbedMatch {
  return { subCategory, linkVideoType: 1, embed }
}

function youtube(url: URL, parts: readonly string[]): EmbedMatch | null {
  const [first, second] = parts
  const short = url.hostname === 'youtu.be' ? first : null
  const path = first && /^(?:shorts|live|embed|v|e)$/.test(first) ? second : null
  const id = matchId(short ?? path ?? url.searchParams.get('v'), youtubeId)
  const player = 'www.youtube-nocookie.com/embed'
  if (id !== null) return onSite(1, buildFrameAddress(`${player}/${id}`, { start: parseStart(url) }))
  const list = first === 'playlist' ? matchId(url.searchParams.get('list'), /^[\w-]{10,64}$/) : null
  return list === null ? null : onSite(1, buildFrameAddress(`${player}/videoseries`, { list }))
}

function vimeo(url: URL, parts: readonly string[]): EmbedMatch | null {
  const at = parts.findIndex(part => /^\d{4,12}$/.test(part))
  // The number after an album is not a video id: /showcase/123/video/456.
  const collects = /^(?:album|showcase)$/.test(parts[0] ?? '')
  const index = collects ? parts.indexOf('video') + 1 : at
  const id = index > 0 || at === 0 ? matchId(parts[index], /^\d{4,12}$/) : null
  if (id === null) return null
  const secret = matchId(url.searchParams.get('h') ?? parts[index + 1], /^[0-9a-f]{6,20}$/)
  const start = parseStart(url)
  return onSite(
    2,
    `${buildFrameAddress(`player.vimeo.com/video/${id}`, { h: secret })}${start > 0 ? `#t=${start}s` : ''}`,
  )
}

function dailymotion(url: URL, parts: readonly string[]): EmbedMatch | null {
  const at = parts.indexOf('video')
  const part = url.hostname === 'dai.ly' ? parts[0] : at >= 0 ? parts[at + 1] : url.searchParams.get('video')
  // Old addresses append the title to the id: x7tgad0_some-title.
  const id = matchId(part?.split('_')[0], /^[a-z0-9]{5,12}$/i)
  return id === null
    ? null
    : onSite(
        7,
        buildFrameAddress('geo.dailymotion.com/player.html', { video: id, startTime: parseStart(url) }),
      )
}

function facebook(url: URL, parts: readonly string[]): EmbedMatch | null {
  const plugin = (href: string) =>
    onSite(
      9,
      buildFrameAddress('www.facebook.com/plugins/video.php', {
        href,
        show_text: 'false',
        t: parseStart(url),
      }),
    )
  const number = /^\d{5,20}$/
  if (url.hostname === 'fb.watch') {
    const short = matchId(parts[0], /^[\w-]{5,20}$/)
    return short === null ? null : { ...createLookUp(9, 'redirect'), linkVideoType: 1 }
  }
  const watched = /^(?:watch|video\.php)$/.test(parts[0] ?? '')
    ? matchId(url.searchParams.get('v'), number)
    : null
  if (watched !== null) return plugin(`https://www.facebook.com/watch/?v=${watched}`)
  const reel = parts[0] === 'reel' ? matchId(parts[1], number) : null
  if (reel !== null) return plugin(`https://www.facebook.com/reel/${reel}/`)
  const page = matchId(parts[0], /^[\w.-]{1,100}$/)
  const id = parts[1] === 'videos' ? matchId(parts.at(-1), number) : null
  return page === null || id === null ? null : plugin(`https://www.facebook.com/${page}/videos/${id}/`)
}

function instagram(_url: URL, parts: readonly string[]): EmbedMatch | null {
  const at = parts.findIndex(part => /^(?:p|reel|reels|tv)$/.test(part))
  const id = at === 0 || at === 1 ? matchId(parts[at + 1], /^[\w-]{5,40}$/) : null
  if (id === null) return null
  const kind = parts[at] === 'p' || parts[at] === 'tv' ? parts[at] : 'reel'
  return { subCategory: 10, embed: `https://www.instagram.com/${kind}/${id}/embed/` }
}

/** Category 2. Codes 1, 2, 7, 9 and 10; code 8 is an uploaded video. */
export const videoHosts: readonly EmbedHost[] = [
  toHost(
    2,
    'youtube',
    'YouTube',
    ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    ['www.youtube-nocookie.com'],
    youtube,
  ),
  toHost(2, 'vimeo', 'Vimeo', ['vimeo.com'], ['player.vimeo.com'], vimeo),
  toHost(
    2,
    'dailymotion',
    'Dailymotion',
    ['dailymotion.com', 'dai.ly'],
    ['geo.dailymotion.com'],
    dailymotion,
  ),
  toHost(2, 'facebook', 'Facebook video', ['facebook.com', 'fb.watch'], ['www.facebook.com'], facebook),
  toHost(2, 'instagram', 'Instagram post', ['instagram.com'], ['www.instagram.com'], instagram),
]
