import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { siteOrigin } from '@nestmark/core/addresses/sitePaths'
import type { Config } from '../../configuration/config.ts'
import { offersPlans } from '../../configuration/paymentsConfig.ts'
import { siteDir } from '../../folders.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'

/** Returns what the server has of the site: all of it, only the documents to which the app links, or nothing. */
export function getSiteState({ publicSite }: Config, dir = siteDir): 'on' | 'documents' | 'off' {
  if (!existsSync(join(dir, 'home.html'))) return 'off'
  return publicSite ? 'on' : 'documents'
}

/** Returns how a payment gets the discount of /early-bird: by itself, by a code, or not because nothing is sold. */
const toOfferState = ({ payments }: Config) =>
  payments === null ? 'off' : payments.earlyBird ? 'on' : 'code'

/**
 * Reads the built pages of the site by their names, with the settings of this server.
 * @param zips the browsers for which the server has the extension
 * @returns none when the site is not built
 */
export function readSiteFiles(config: Config, zips: readonly string[], dir = siteDir): Map<string, string> {
  if (!existsSync(join(dir, 'home.html'))) return new Map()
  const social = [...config.socialLinks].map(
    ([name, link]) => `<a href="${escapeHtml(link)}" rel="me">${escapeHtml(name)}</a>`,
  )
  const marks = `data-site="${config.publicSite ? 'on' : 'off'}" data-plans="${offersPlans(config) ? 'on' : 'off'}" data-limits="${config.planLimits ? 'on' : 'off'}" data-offer="${toOfferState(config)}" data-zips="${zips.join(' ')}"`
  return new Map(
    readdirSync(dir)
      .filter(name => name.endsWith('.html'))
      .map(name => [
        basename(name, '.html'),
        readFileSync(join(dir, name), 'utf8')
          .replaceAll(siteOrigin, config.publicUrl)
          .replace('data-site="on"', marks)
          .replace('<!--social-->', social.join('\n')),
      ]),
  )
}
