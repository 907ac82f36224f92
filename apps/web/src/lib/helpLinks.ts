/** Where people of this server find help, as its operator set it; null where nobody did. */
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

/** The server writes them into the page. */
export const helpLinks: HelpLinks = read()

function read(): HelpLinks {
  try {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="nestmark-help"]')
    return { ...noLinks, ...(JSON.parse(meta?.content || '{}') as Partial<HelpLinks>) }
  } catch {
    return noLinks
  }
}
