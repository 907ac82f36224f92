/** A rule of a site: paths that match a pattern are allowed or not. */
interface Rule {
  pattern: string
  allows: boolean
}

const maxRules = 2000
const maxPatternLength = 2000

/** What a robots.txt says to one program. */
export interface RobotPolicy {
  rules: readonly Rule[]
  /** The seconds between two requests, by the line `Crawl-delay`; 0 without one. */
  crawlDelay: number
}

/**
 * Reads what a robots.txt says to a program, as RFC 9309 defines it: in the groups that name the program, otherwise
 * in those for all programs.
 * @param agent in lower case
 */
export function parseRobotPolicy(text: string, agent: string): RobotPolicy {
  const own: Rule[] = []
  const common: Rule[] = []
  const delays = { own: 0, common: 0 }
  let isNamed = false
  let group: { own: boolean; common: boolean } = { own: false, common: false }
  let isInRules = true
  // A delay belongs to the lines before it, although it does not end a group.
  let delayed = { own: false, common: false }
  let isAfterDelay = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    const name = key.toLowerCase()
    if (name === 'user-agent') {
      if (isInRules) group = { own: false, common: false }
      if (isInRules || isAfterDelay) delayed = { own: false, common: false }
      isInRules = isAfterDelay = false
      const named = value.trim().toLowerCase()
      if (named === '*') group.common = delayed.common = true
      else if (named.split(/[/\s]/)[0] === agent) group.own = delayed.own = isNamed = true
    } else if (name === 'crawl-delay') {
      isAfterDelay = true
      const seconds = Number.parseFloat(value)
      if (!(seconds > 0)) continue
      if (delayed.own) delays.own = Math.max(delays.own, seconds)
      if (delayed.common) delays.common = Math.max(delays.common, seconds)
    } else if (name === 'allow' || name === 'disallow') {
      isInRules = true
      const pattern = value.trim()
      // An empty rule restricts nothing.
      if (pattern === '' || pattern.length > maxPatternLength) continue
      const rule = { pattern: normalise(pattern), allows: name === 'allow' }
      if (group.own && own.length < maxRules) own.push(rule)
      if (group.common && common.length < maxRules) common.push(rule)
    }
  }
  return isNamed ? { rules: own, crawlDelay: delays.own } : { rules: common, crawlDelay: delays.common }
}

/**
 * Returns whether the rules allow a path: by the longest matching pattern, and where two are equally long, the one that
 * allows.
 * @param path with the query
 */
export function isPathAllowed(rules: RobotPolicy['rules'], path: string): boolean {
  const target = normalise(path.slice(0, maxPatternLength))
  let best: Rule | undefined
  for (const rule of rules) {
    const isBetter =
      !best ||
      rule.pattern.length > best.pattern.length ||
      (rule.pattern.length === best.pattern.length && rule.allows)
    if (isBetter && matches(rule.pattern, target)) best = rule
  }
  return best?.allows ?? true
}

/** Writes escapes in one way, so that a pattern and a path can be compared. */
function normalise(path: string): string {
  try {
    return encodeURI(decodeURI(path))
  } catch {
    return path
  }
}

/** Compares part by part: each `*` matches as little as possible, so that every pattern takes linear time. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...others] = parts
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isAnchored ? others.pop() : undefined
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isAnchored) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}
