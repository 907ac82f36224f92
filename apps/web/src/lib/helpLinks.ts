import { readServerSetting } from './serverSetting.ts'

/** The help links that the operator of this server configured; null where there is none. */
export interface HelpLinks {
  email: string | null
  chat: string | null
  features: string | null
  articles: string | null
  terms: string | null
  privacy: string | null
}

const noLinks: HelpLinks = {
  email: null,
  chat: null,
  features: null,
  articles: null,
  terms: null,
  privacy: null,
}

/** The help links, which the server writes into the page. */
export const helpLinks: HelpLinks = read()

function read(): HelpLinks {
  try {
    return { ...noLinks, ...(JSON.parse(readServerSetting('help') || '{}') as Partial<HelpLinks>) }
  } catch {
    return noLinks
  }
}
