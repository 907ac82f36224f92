import { documentPaths, planPaths, publicPaths } from '@nestmark/core/addresses/sitePaths'
import { arePlansOffered, readServerSetting } from './serverSetting.ts'

const state = readServerSetting('site')

/** True when the server has the public site, with its home page and prices. */
export const hasSite = state === 'on'

/** The page that explains the plans of this server. */
export const upgradePath = hasSite ? '/pricing' : '/settings?tab=plan'

/** The paths that the server answers with pages of the site, as routes. */
export const sitePaths: readonly string[] = hasSite
  ? [...documentPaths, ...publicPaths, ...(arePlansOffered() ? planPaths : []), '/blog/:slug']
  : state === 'documents'
    ? documentPaths
    : []
