import { address, ConfigError, type Environment, isOn } from './configValues.ts'

/** The settings of the public site. */
export interface SiteConfig {
  /** True when the server has the public site: home, prices, downloads, blog. */
  publicSite: boolean
  /** Address of the list of posts of a WordPress blog; null for the posts that ship with Nestmark. */
  blogUrl: string | null
  /** The links at the end of each page of the site, by their names. */
  socialLinks: ReadonlyMap<string, string>
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

function headerName(env: Environment, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (!/^[A-Za-z0-9-]{1,64}$/.test(text)) throw new ConfigError(`${name} is not the name of a header.`)
  return text.toLowerCase()
}
