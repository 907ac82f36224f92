import { parseHttpUrl } from '../addresses/httpUrl.ts'

// Parameters that identify the campaign or the click, never the page.
const trackingPrefixes = ['utm_', 'hsa_', 'mtm_', 'itm_']
const trackingNames = new Set(
  (
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ymclid twclid ttclid li_fat_id igshid igsh ' +
    'mc_cid mc_eid mkt_tok vero_id vero_conv oly_anon_id oly_enc_id _hsenc _hsmi __hssc __hstc __hsfp ' +
    'hsctatracking _ga _gl _openstat wickedid rb_clickid s_kwcid epik srsltid ref_src ref_url sccid ' +
    'cmpid trk_contact trk_msg trk_module trk_sid wt_zmc wt_mc spm scm ml_subscriber ml_subscriber_hash ' +
    'dm_i ef_id pk_campaign pk_kwd pk_source pk_medium guccounter guce_referrer guce_referrer_sig fb_action_ids fb_action_types fb_source fb_ref'
  ).split(' '),
)

// Names that are tracking parameters only on these hosts.
const trackingByHost: Record<string, readonly string[]> = {
  'youtube.com': ['si', 'feature', 'pp', 'ab_channel'],
  'youtu.be': ['si', 'feature'],
  'spotify.com': ['si'],
  'x.com': ['s', 't'],
  'twitter.com': ['s', 't'],
}

/**
 * Returns a key that is equal for two addresses of the same page. It is used only to detect saved links, never
 * stored as the address. Omits the scheme, `www.`, a trailing slash, known tracking parameters and the fragment,
 * and sorts the query. A fragment that begins with `#/` or `#!` is retained, because it identifies the page.
 * @returns the key; a text that is not an address is its own key
 */
export function compareKey(address: string): string {
  return toKey(address, pageParts)
}

/** Returns a key like that of `compareKey` that retains tracking parameters. */
export function trackedKey(address: string): string {
  return toKey(address, { ...pageParts, tracking: true })
}

/**
 * Returns whether two addresses differ only in scheme, `www.`, a trailing slash and the order of the query. Unlike for
 * equal keys of `compareKey`, their pages are the same for certain: what is written for one may be written to the other.
 */
export function isSameAddress(one: string, other: string): boolean {
  return toKey(one, allParts) === toKey(other, allParts)
}

/**
 * Returns an address without its known tracking parameters; all other parts stay as they are written.
 * @returns the address; a text that is not an address as it is
 */
export function withoutTracking(address: string): string {
  const url = parseHttpUrl(address)
  const start = address.indexOf('?')
  const fragment = address.indexOf('#')
  const end = fragment === -1 ? address.length : fragment
  if (url === null || start === -1 || start > end) return address
  const host = url.hostname.replace(/^www\./, '')
  const pairs = address.slice(start + 1, end).split('&')
  const others = pairs.filter(pair => !isTracking(pair.split('=', 1)[0] ?? '', host))
  if (others.length === pairs.length) return address
  const query = others.join('&')
  return `${address.slice(0, start)}${query === '' ? '' : `?${query}`}${address.slice(end)}`
}

/** A fragment that names a page and not a place on it: of a route (`#/`, `#!`), or a path such as `#inbox/A`. */
const routing = /^#(?:[/!]|[\w.~-]+\/)/

/**
 * Returns a key that is equal for two addresses on which the same highlights are shown. It is that of `compareKey`, but
 * retains every fragment that routes.
 * @returns the key; a text that is not an address is its own key
 */
export function highlightsKey(address: string): string {
  const fragment = parseHttpUrl(address)?.hash ?? ''
  const isRoute = routing.test(fragment) && !/^#[/!]/.test(fragment)
  return isRoute ? compareKey(address) + fragment : compareKey(address)
}

/** Returns an address without a fragment that does not route. */
export function withoutPlace(address: string): string {
  const at = address.indexOf('#')
  return at === -1 || routing.test(address.slice(at)) ? address : address.slice(0, at)
}

/** The parts of an address that its key retains in addition to those that name the page. */
interface KeyParts {
  fragment: boolean
  tracking: boolean
}
const pageParts: KeyParts = { fragment: false, tracking: false }
const allParts: KeyParts = { fragment: true, tracking: true }

function toKey(address: string, retained: KeyParts): string {
  const url = parseHttpUrl(address)
  if (url === null) return address
  const host = url.hostname.replace(/^www\./, '')
  const path = url.pathname.replace(/\/+$/, '')
  const pairs = url.search
    .slice(1)
    .split('&')
    .filter(pair => pair !== '' && (retained.tracking || !isTracking(pair.split('=', 1)[0] ?? '', host)))
  const query = pairs.length === 0 ? '' : `?${pairs.sort().join('&')}`
  const fragment = retained.fragment || /^#[/!]/.test(url.hash) ? url.hash : ''
  return `${host}${url.port === '' ? '' : `:${url.port}`}${path}${query}${fragment}`
}

function isTracking(written: string, host: string): boolean {
  const name = written.toLowerCase()
  const isHere = ([site, names]: [string, readonly string[]]) =>
    names.includes(name) && (host === site || host.endsWith(`.${site}`))
  return (
    trackingNames.has(name) ||
    trackingPrefixes.some(prefix => name.startsWith(prefix)) ||
    Object.entries(trackingByHost).some(isHere)
  )
}
