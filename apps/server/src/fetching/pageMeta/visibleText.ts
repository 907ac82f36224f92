import { languageTag, webAddress, type Claims } from './claims.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import type { Collected } from './collect.ts'

/** Shorter paragraphs are bylines, dates and buttons. */
const shortestParagraph = 40
/** Smaller pictures, in CSS pixels, are icons and ornaments. */
const smallestPicture = 200
const ornament =
  /\b(logo|icon|sprite|pixel|avatar|badge|spacer|blank|button|tracking|emoji|ads?)s?\b|1x1|\.svg\b/

/**
 * Returns the metadata of the visible content, for pages without structured metadata.
 * @param base resolves relative addresses
 */
export function readVisibleText(found: Collected, base: string): Claims {
  const first = (key: string) => found.meta.get(key)?.[0]
  const link = (rel: string) => found.links.find(candidate => candidate.rel.split(/\s+/).includes(rel))?.href
  const pictures = [link('image_src'), first('thumbnail'), first('image'), largePicture(found.pictures)]
  return {
    title: cleanText(found.title, maxTitle) || cleanText(found.heading, maxTitle),
    description:
      cleanText(first('description') ?? first('dc.description'), maxDescription) || paragraph(found),
    images: pictures.map(text => webAddress(text, base)).filter(address => address !== undefined),
    canonical: webAddress(link('canonical'), base),
    siteName: cleanText(first('application-name'), 100),
    keywords: (found.meta.get('keywords') ?? []).flatMap(text => text.slice(0, 4000).split(/[,;]/)),
    lang: languageTag(found.lang),
  }
}

function paragraph({ paragraphs }: Collected): string {
  const sensible = paragraphs
    .map(({ text, main }) => ({ text: cleanText(text, maxDescription), main }))
    .filter(({ text }) => text.length >= shortestParagraph && !/\bcookies?\b|javascript/i.test(text))
  return (sensible.find(({ main }) => main) ?? sensible[0])?.text ?? ''
}

/**
 * Returns the first picture with a large declared size, otherwise the first of unknown size that does not
 * look like an ornament.
 */
function largePicture(pictures: Collected['pictures']): string | undefined {
  const proper = pictures.filter(({ hint }) => !ornament.test(hint))
  const large = proper.find(
    ({ width, height }) => width >= smallestPicture && (!height || height >= smallestPicture / 2),
  )
  return (large ?? proper.find(({ width, height }) => !width && !height))?.src
}
