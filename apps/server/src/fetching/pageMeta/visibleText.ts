import { parseLanguageTag, resolveWebAddress, type Metadata } from './metadata.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import type { ParsedHtml } from './parseHtml.ts'

/** Shorter paragraphs are bylines, dates and buttons. */
const minParagraphLength = 40
/** Smaller pictures, in CSS pixels, are icons and ornaments. */
const minPictureSize = 200
const decorativePattern =
  /\b(logo|icon|sprite|pixel|avatar|badge|spacer|blank|button|tracking|emoji|ads?)s?\b|1x1|\.svg\b/

/**
 * Returns the metadata of the visible content, for pages without structured metadata.
 * @param base resolves relative addresses
 */
export function readVisibleText(found: ParsedHtml, base: string): Metadata {
  const first = (key: string) => found.meta.get(key)?.[0]
  const link = (rel: string) => found.links.find(candidate => candidate.rel.split(/\s+/).includes(rel))?.href
  const pictures = [link('image_src'), first('thumbnail'), first('image'), choosePicture(found.pictures)]
  return {
    title: cleanText(found.title, maxTitle) || cleanText(found.heading, maxTitle),
    description:
      cleanText(first('description') ?? first('dc.description'), maxDescription) || chooseParagraph(found),
    images: pictures.map(text => resolveWebAddress(text, base)).filter(address => address !== undefined),
    canonical: resolveWebAddress(link('canonical'), base),
    siteName: cleanText(first('application-name'), 100),
    keywords: (found.meta.get('keywords') ?? []).flatMap(text => text.slice(0, 4000).split(/[,;]/)),
    lang: parseLanguageTag(found.lang),
  }
}

function chooseParagraph({ paragraphs }: ParsedHtml): string {
  const sensible = paragraphs
    .map(({ text, main }) => ({ text: cleanText(text, maxDescription), main }))
    .filter(({ text }) => text.length >= minParagraphLength && !/\bcookies?\b|javascript/i.test(text))
  return (sensible.find(({ main }) => main) ?? sensible[0])?.text ?? ''
}

/**
 * Returns the first picture with a large declared size, otherwise the first of unknown size that does not
 * look like an ornament.
 */
function choosePicture(pictures: ParsedHtml['pictures']): string | undefined {
  const proper = pictures.filter(({ hint }) => !decorativePattern.test(hint))
  const large = proper.find(
    ({ width, height }) => width >= minPictureSize && (!height || height >= minPictureSize / 2),
  )
  return (large ?? proper.find(({ width, height }) => !width && !height))?.src
}
