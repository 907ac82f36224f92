import { languageTag, webAddress, type Claims } from './claims.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import { textOfHtml } from './textOfHtml.ts'

type Thing = Record<string, unknown>

/** How much of a graph is looked at (S19). */
const mostThings = 2000

/** Things that stand on a page without being what it is about. */
const beside =
  /^(Organization|.*Corporation|BreadcrumbList|WebSite|Person|ImageObject|ListItem|ItemList|SearchAction)$/
/** Things that say less about a page than an article or a product on it does. */
const general = /^(WebPage|CollectionPage|AboutPage|ProfilePage|Thing)$/

/**
 * What JSON-LD says (schema.org): the first thing with a headline, else the first that is not mere furniture.
 * @param scripts the texts of the script elements
 * @param base against which addresses are resolved
 */
export function jsonLd(scripts: string[], base: string): Claims {
  const things = scripts.flatMap(script => readThings(script)).slice(0, mostThings)
  const subjects = things.filter(thing => !types(thing).some(type => beside.test(type)) && readTitle(thing))
  const subject =
    subjects.find(thing => thing.headline) ??
    subjects.find(thing => !types(thing).some(type => general.test(type))) ??
    subjects[0]
  if (!subject) return {}
  const byId = new Map(things.filter(thing => thing['@id']).map(thing => [thing['@id'], thing]))
  const pictures = [subject.image, subject.thumbnailUrl, subject.thumbnail].flatMap(value =>
    pictureTexts(value, byId),
  )
  const publisher = Array.isArray(subject.publisher) ? subject.publisher[0] : subject.publisher
  return {
    title: readTitle(subject),
    description: cleanText(textOfHtml(subject.description), maxDescription),
    images: pictures.map(text => webAddress(text, base)).filter(address => address !== undefined),
    siteName: isThing(publisher) ? cleanText(textOfHtml(publisher.name), 100) : '',
    keywords: texts(subject.keywords).flatMap(text => text.split(',')),
    lang: languageTag(subject.inLanguage),
  }
}

/** The things of one script, those in its graph and lists included, without going into their parts. */
function readThings(script: string): Thing[] {
  let root: unknown
  try {
    // Line breaks inside of strings are common and no JSON; elsewhere a space does as well.
    root = JSON.parse(script.replace(/<!\[CDATA\[|\]\]>/g, '').replace(/\p{Cc}+/gu, ' '))
  } catch {
    return []
  }
  const found: Thing[] = []
  const waiting: unknown[] = [root]
  for (let seen = 0; waiting.length > 0 && seen < mostThings; seen++) {
    const next = waiting.shift()
    if (Array.isArray(next)) waiting.unshift(...next.slice(0, mostThings))
    else if (isThing(next)) {
      found.push(next)
      waiting.push(next['@graph'], next.mainEntity, next.mainEntityOfPage)
    }
  }
  return found
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, 50) : [value]
  return list.filter(item => typeof item === 'string')
}

function types(thing: Thing): string[] {
  return texts(thing['@type']).map(type => type.slice(0, 200).replace(/^.*[/#:]/, ''))
}

function readTitle(thing: Thing): string {
  const text = [thing.headline, thing.name].flatMap(texts)[0]
  return cleanText(textOfHtml(text), maxTitle)
}

/** A picture may be an address, an object, a list of either, or a reference to another thing of the graph. */
function pictureTexts(value: unknown, byId: Map<unknown, Thing>): string[] {
  const list = Array.isArray(value) ? value.slice(0, 5) : [value]
  return list.flatMap(item => {
    if (!isThing(item)) return texts(item)
    const picture = item.url || item.contentUrl ? item : (byId.get(item['@id']) ?? item)
    return [...texts(picture.url), ...texts(picture.contentUrl)]
  })
}
