import { Parser } from 'htmlparser2'

/** The raw metadata of a page. */
export interface ParsedHtml {
  /** Contents of meta elements by property, name or itemprop, in lower case. */
  meta: Map<string, string[]>
  links: { rel: string; href: string; type: string; title: string }[]
  jsonLd: string[]
  title: string
  heading: string
  paragraphs: { text: string; main: boolean }[]
  pictures: { src: string; width: number; height: number; hint: string }[]
  base?: string
  /** Content of the meta element `refresh`. */
  refresh?: string
  lang?: string
}

/** Limits of the parser (S19). What was found before counts; the head of a page is at its beginning. */
const parserLimits = { elements: 100_000, depth: 1000, metas: 500, text: 8192, jsonLd: 512 * 1024, items: 50 }

/**
 * Elements whose paragraphs are not the main content. Without forms, because some old servers wrap entire pages in
 * one.
 */
const secondaryElements = new Set(['nav', 'footer', 'aside', 'dialog', 'button', 'select'])
const mainElements = new Set(['main', 'article'])
const hiddenElements = new Set(['style', 'script', 'svg'])
/** Elements whose content is for other browsers, or for scripts. */
const inertElements = new Set(['noscript', 'template'])

/**
 * Parses a page in one pass, without building a tree, within its own limits.
 * @param html the decoded page
 */
export function parseHtml(html: string): ParsedHtml {
  const found: ParsedHtml = {
    meta: new Map(),
    links: [],
    jsonLd: [],
    title: '',
    heading: '',
    paragraphs: [],
    pictures: [],
  }
  const inside = { aside: 0, main: 0, unseen: 0, svg: 0, inert: 0 }
  const reading = { elements: 0, depth: 0, stopped: false }
  /** The element whose text is being collected, and its callback. */
  let capture: { name: string; text: string; limit: number; done(text: string): void } | undefined

  const endCapture = () => {
    capture?.done(capture.text)
    capture = undefined
  }
  const startCapture = (name: string, done: (text: string) => void, limit = parserLimits.text) => {
    endCapture()
    capture = { name, text: '', limit, done }
  }
  const count = (name: string, by: 1 | -1) => {
    if (secondaryElements.has(name)) inside.aside += by
    if (mainElements.has(name)) inside.main += by
    if (hiddenElements.has(name)) inside.unseen += by
    if (inertElements.has(name)) inside.inert += by
    if (name === 'svg') inside.svg += by
  }

  function onElement(name: string, attributes: Record<string, string>) {
    const { lang, href, rel, type = '', title = '' } = attributes
    if (name === 'html') found.lang ??= lang || attributes['xml:lang']
    // Pages with lazy pictures have them in `noscript`.
    else if (name === 'img') addPicture(found.pictures, attributes)
    else if (inside.inert) return
    else if (name === 'base') found.base ??= href
    else if (name === 'meta') {
      addMeta(found.meta, attributes)
      const directive = attributes['http-equiv']?.trim().toLowerCase()
      if (directive === 'refresh') found.refresh ??= attributes.content
    } else if (name === 'link' && rel && href && found.links.length < parserLimits.metas)
      found.links.push({ rel: rel.toLowerCase(), href, type: type.trim().toLowerCase(), title })
    else if (name === 'title' && !found.title) startCapture(name, text => (found.title ||= text.trim()))
    else if (name === 'h1' && !found.heading) startCapture(name, text => (found.heading ||= text.trim()))
    else if (name === 'p' && !inside.aside && found.paragraphs.length < parserLimits.items) {
      startCapture(name, text => found.paragraphs.push({ text, main: inside.main > 0 }))
    } else if (
      name === 'script' &&
      /^application\/ld\+json\b/i.test(type.trim()) &&
      found.jsonLd.length < parserLimits.items
    )
      startCapture(name, text => found.jsonLd.push(text), parserLimits.jsonLd)
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      count(name, 1)
      reading.depth++
      reading.stopped = ++reading.elements > parserLimits.elements || reading.depth > parserLimits.depth
      if (reading.stopped) parser.pause()
      else if (!inside.svg) onElement(name, attributes)
    },
    ontext(text) {
      const shown = inside.unseen === 0 || capture?.name === 'script'
      if (capture && shown && capture.text.length < capture.limit) capture.text += text
    },
    onclosetag(name) {
      reading.depth--
      if (capture?.name === name && !inside.svg) endCapture()
      count(name, -1)
    },
  })
  // In chunks, so that a stop takes effect soon.
  for (let at = 0; at < html.length && !reading.stopped; at += 64 * 1024)
    parser.write(html.slice(at, at + 64 * 1024))
  if (!reading.stopped) parser.end()
  endCapture()
  return found
}

function addMeta(meta: Map<string, string[]>, attributes: Record<string, string>) {
  const key = (attributes.property || attributes.name || attributes.itemprop || '').trim().toLowerCase()
  const content = attributes.content
  if (!key || !content?.trim() || key.length > 100) return
  const list = meta.get(key)
  if (list && list.length < parserLimits.items) list.push(content)
  else if (!list && meta.size < parserLimits.metas) meta.set(key, [content])
}

function addPicture(pictures: ParsedHtml['pictures'], attributes: Record<string, string>) {
  const src = attributes['data-src'] || attributes.src
  if (!src || src.startsWith('data:') || pictures.length >= parserLimits.items) return
  pictures.push({
    src,
    width: Number.parseInt(attributes.width ?? '', 10) || 0,
    height: Number.parseInt(attributes.height ?? '', 10) || 0,
    hint: `${src} ${attributes.class ?? ''} ${attributes.id ?? ''}`.slice(0, 1000).toLowerCase(),
  })
}
