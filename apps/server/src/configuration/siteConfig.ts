import { address, ConfigError, type Environment, isOn } from './configValues.ts'

/** The settings of the public site. */
export interface SiteConfig {
  /** True when the server has the public site: home, prices, downloads, blog. */
  publicSite: boolean
  /** Address of a WordPress blog's post list; null for the posts that ship with Nestmark. */
  blogUrl: string | null
  /** The links at the end of each page of the site, by their names. */
  socialLinks: ReadonlyMap<string, string>
  /** The ids of the public collections that hosts of their own show as company pages, by host in lower case. */
  libraryDomains: ReadonlyMap<string, string>
  /** The header in which the operator's proxy sends the caller's country; null without one. Lower case. */
  countryHeader: string | null
}

/**
 * Reads the settings of the public site.
 * @throws ConfigError naming the variable
 */
export function readSiteConfig(env: Environment): SiteConfig {
  return {
    publicSite: isOn(env, 'PUBLIC_SITE', true),
    blogUrl: env.BLOG_URL ? address(env, 'BLOG_URL', ['http:', 'https:']) : null,
    socialLinks: socialLinks(env),
    libraryDomains: libraryDomains(env),
    countryHeader: headerName(env, 'COUNTRY_HEADER'),
  }
}

/** Reads `Mastodon=https://…, Bluesky=https://…`. */
function socialLinks(env: Environment): ReadonlyMap<string, string> {
  const entries = (env.SOCIAL_LINKS ?? '').split(',').filter(entry => entry.trim() !== '')
  return new Map(
    entries.map(entry => {
      const [, name = '', link = ''] = /^\s*([^=]{1,40}?)\s*=\s*(\S+)\s*$/.exec(entry) ?? []
      if (!/^https?:$/.test(URL.parse(link)?.protocol ?? ''))
        throw new ConfigError(
          `SOCIAL_LINKS contains "${entry.trim()}". Each entry must be a name, "=" and a web address.`,
        )
      return [name, link]
    }),
  )
}

/** Reads `library.example.org=<id of a collection>, …`. */
function libraryDomains(env: Environment): ReadonlyMap<string, string> {
  const entries = (env.LIBRARY_DOMAINS ?? '').split(/[\s,]+/).filter(Boolean)
  const own = URL.parse(env.PUBLIC_URL ?? '')?.hostname
  const domains = entries.map((entry): [string, string] => {
    const [, host = '', id = ''] = /^((?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63})=([\w-]{1,64})$/.exec(entry) ?? []
    if (!host || host === own)
      throw new ConfigError(
        `LIBRARY_DOMAINS contains "${entry}". Each entry must be a host in lower case, other than that of PUBLIC_URL, "=" and the id of a collection.`,
      )
    return [host, id]
  })
  const hosts = new Map(domains)
  if (hosts.size < domains.length) throw new ConfigError('LIBRARY_DOMAINS contains a host twice.')
  return hosts
}

function headerName(env: Environment, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (!/^[A-Za-z0-9-]{1,64}$/.test(text)) throw new ConfigError(`${name} is not the name of a header.`)
  return text.toLowerCase()
}
