import {
  buildFrameAddress,
  createLookUp,
  type EmbedHost,
  type EmbedMatch,
  isHost,
  matchId,
  splitFullPath,
  toHost,
} from './host.ts'

// An explicit list: a pattern like `google.<anything>` would also match other sites (X06).
const googleHosts: readonly string[] = [
  'google.com',
  ...'ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl cm cv cz de dj dk dm dz ee es fi fm fr ga ge gg gl gm gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt vg vu ws'
    .split(' ')
    .map(tld => `google.${tld}`),
  ...'ao bw ck cr id il in jp ke kr ls ma mz nz th tz ug uk uz ve vi za zm zw'
    .split(' ')
    .map(tld => `google.co.${tld}`),
  ...'af ag ai ar au bd bh bn bo br bz co cu cy do ec eg et fj gh gi gt hk jm kh kw lb ly mm mt mx my na ng ni np om pa pe pg ph pk pr py qa sa sb sg sl sv tj tr tw ua uy vc vn'
    .split(' ')
    .map(tld => `google.com.${tld}`),
]

const coordinatesPattern = /^@(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)(?:,(\d{1,2})(?:\.\d+)?z)?/

function toMapEmbed(query: Record<string, string | null>): EmbedMatch {
  return {
    subCategory: null,
    embed: buildFrameAddress('maps.google.com/maps', { ...query, output: 'embed' }),
  }
}

/** `/maps/dir/FROM/TO`, where FROM may be empty, or `/maps/dir/?origin=FROM&destination=TO`. */
function toRouteEmbed(url: URL): EmbedMatch | null {
  const parts = splitFullPath(url)
  const places = parts
    .slice(parts.indexOf('dir') + 1)
    .filter(part => !part.startsWith('@') && !part.startsWith('data='))
  const from = places[0] || url.searchParams.get('origin')
  const to = places[1] || url.searchParams.get('destination')
  return to ? toMapEmbed({ saddr: from, daddr: to }) : null
}

function googleMaps(url: URL, parts: readonly string[]): EmbedMatch | null {
  if (url.hostname === 'maps.app.goo.gl') return parts.length === 1 ? createLookUp(null, 'redirect') : null
  if (url.hostname === 'goo.gl')
    return parts[0] === 'maps' && parts.length === 2 ? createLookUp(null, 'redirect') : null
  const onMapsHost = url.hostname.startsWith('maps.')
  const rest = parts[0] === 'maps' ? parts.slice(1) : onMapsHost ? parts : null
  if (rest === null) return null
  const at = rest.map(part => coordinatesPattern.exec(part)).find(found => found !== null)
  const ll = at ? `${at[1]},${at[2]}` : null
  const z = at?.[3] ?? null
  const [kind, what] = rest
  if (kind === 'embed') {
    const pb = matchId(url.searchParams.get('pb'), /^![\w!.,:%+ -]{5,3000}$/)
    return pb === null
      ? null
      : { subCategory: null, embed: buildFrameAddress('www.google.com/maps/embed', { pb }) }
  }
  if (kind === 'd') {
    const mid = matchId(url.searchParams.get('mid'), /^[\w-]{10,100}$/)
    return mid === null
      ? null
      : { subCategory: null, embed: buildFrameAddress('www.google.com/maps/d/embed', { mid }) }
  }
  if (kind === 'dir') return toRouteEmbed(url)
  const named =
    (kind === 'place' || kind === 'search') && what && !what.startsWith('@')
      ? what.replaceAll('+', ' ')
      : null
  const query = url.searchParams
  const cid = matchId(query.get('cid'), /^\d{1,20}$/)
  if (named === null && cid !== null) return toMapEmbed({ cid })
  const asked = query.get('q') ?? query.get('query') ?? query.get('daddr')
  if (named !== null || asked !== null) return toMapEmbed({ q: (named ?? asked ?? '').slice(0, 300), ll, z })
  const centre =
    ll ?? matchId(query.get('ll') ?? query.get('center'), /^-?\d{1,3}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?$/)
  return centre === null
    ? null
    : toMapEmbed({ ll: centre, z: z ?? matchId(query.get('z') ?? query.get('zoom'), /^\d{1,2}$/) })
}

/** Category 3, which has no codes. */
export const mapHosts: readonly EmbedHost[] = [
  toHost(
    3,
    'googleMaps',
    'Google Maps',
    [...googleHosts, 'maps.app.goo.gl', 'goo.gl'],
    ['maps.google.com', 'www.google.com'],
    (url, parts) => (isMapsHost(url.hostname) ? googleMaps(url, parts) : null),
  ),
]

// mail.google.com/maps is not a map: only the bare, the www and the maps host of each country are.
function isMapsHost(hostname: string): boolean {
  if (isHost(hostname, 'goo.gl')) return hostname === 'goo.gl' || hostname === 'maps.app.goo.gl'
  return googleHosts.includes(hostname.replace(/^(?:www|maps)\./, ''))
}
