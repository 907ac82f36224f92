import { webAddress, type Claims } from './claims.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import { textOfHtml } from './textOfHtml.ts'

/**
 * Returns the metadata in an oEmbed response (oembed.com). Its HTML is not used.
 * @param json the response
 * @param base resolves relative addresses
 * @returns nothing when it is not such a response
 */
export function oEmbedClaims(json: string, base: string): Claims {
  let answer: unknown
  try {
    answer = JSON.parse(json)
  } catch {
    return {}
  }
  if (typeof answer !== 'object' || answer === null) return {}
  const said = answer as Record<string, unknown>
  const pictures = [said.thumbnail_url, said.type === 'photo' ? said.url : undefined]
  return {
    title: cleanText(textOfHtml(said.title), maxTitle),
    description: cleanText(textOfHtml(said.description), maxDescription),
    images: pictures.map(text => webAddress(text, base)).filter(address => address !== undefined),
    siteName: cleanText(textOfHtml(said.provider_name), 100),
  }
}
