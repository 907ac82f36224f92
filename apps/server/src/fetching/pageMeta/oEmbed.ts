import { resolveWebAddress, type Metadata } from './metadata.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import { htmlToText } from './htmlToText.ts'

/**
 * Returns the metadata in an oEmbed response (oembed.com). Its HTML is not used.
 * @param json the response
 * @param base resolves relative addresses
 * @returns nothing when it is not such a response
 */
export function readOEmbed(json: string, base: string): Metadata {
  let answer: unknown
  try {
    answer = JSON.parse(json)
  } catch {
    return {}
  }
  if (typeof answer !== 'object' || answer === null) return {}
  const response = answer as Record<string, unknown>
  const pictures = [response.thumbnail_url, response.type === 'photo' ? response.url : undefined]
  return {
    title: cleanText(htmlToText(response.title), maxTitle),
    description: cleanText(htmlToText(response.description), maxDescription),
    images: pictures.map(text => resolveWebAddress(text, base)).filter(address => address !== undefined),
    siteName: cleanText(htmlToText(response.provider_name), 100),
  }
}
