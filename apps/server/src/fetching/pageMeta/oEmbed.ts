import { webAddress, type Claims } from './claims.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import { textOfHtml } from './textOfHtml.ts'

/**
 * What an oEmbed answer says (oembed.com). Its HTML is never used.
 * @param json the answer
 * @param base against which addresses are resolved
 * @returns nothing when it is no such answer
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
