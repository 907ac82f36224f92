import { Parser } from 'htmlparser2'

/** The raw metadata of a page. */
export interface Collected {
  /** Contents of meta elements by property, name or itemprop, in lower case. */
  meta: Map<string, string[]>
  links: { rel: string; href: string; type: string }[]
  jsonLd: string[]
  title: string
  heading: string
  paragraphs: { text: string; main: boolean }[]
  pictures: { src: string; width: number; height: number; hint: string }[]
  base?: string
  lang?: string
}

/** Limits of the parser (S19). What was found before counts; the head of a page is at its beginning. */
const most = { elements: 100_000, depth: 1000, metas: 500, text: 8192, jsonLd: 512 * 1024, items: 50 }

/**
 * Elements whose paragraphs are not the main content. Without forms, because some old servers wrap whole
 * pages in one.
 */
const aside = new Set(['nav', 'footer', 'aside', 'dialog', 'button', 'template', 'select'])
const main = new Set(['main', 'article'])
const unseen = new Set(['style', 'script', 'svg'])

/**
 * Parses a page in one pass, without building a tree, within its own limits.
 * @param html the decoded page
 */
export function collect(html: string): Collected {
  const found: Collected = {
    meta: new Map(),
    links: [],
    jsonLd: [],
    title: '',
    heading: '',
    paragraphs: [],
    pictures: [],
  }
  const inside = { aside: 0, main: 0, unseen: 0, svg: 0 }
  const reading = { elements: 0, depth: 0, stopped: false }
  /** The element whose text is being collected, and its callback. */
  let taking: { name: string; text: string; limit: number; done(text: string): void } | undefined

  const finish = () => {
    taking?.done(taking.text)
    taking = undefined
  }
  const take = (name: string, done: (text: string) => void, limit = most.text) => {
    finish()
    taking = { name, text: '', limit, done }
  }
  const count = (name: string, by: 1 | -1) => {
    if (aside.has(name)) inside.aside += by
    if (main.has(name)) inside.main += by
    if (unseen.has(name)) inside.unseen += by
    if (name === 'svg') inside.svg += by
  }

  function opened(name: string, attributes: Record<string, string>) {
    const { lang, href, rel, type = '' } = attributes
    if (name === 'html') found.lang ??= lang || attributes['xml:lang']
    else if (name === 'base') found.base ??= href
    else if (name === 'meta') addMeta(found.meta, attributes)
    else if (name === 'img') addPicture(found.pictures, attributes)
    else if (name === 'link' && rel && href && found.links.length < most.metas) {
      found.links.push({ rel: rel.toLowerCase(), href, type: type.trim().toLowerCase() })
    } else if (name === 'title' && !found.title) take(name, text => (found.title ||= text.trim()))
    else if (name === 'h1' && !found.heading) take(name, text => (found.heading ||= text.trim()))
    else if (name === 'p' && !inside.aside && found.paragraphs.length < most.items) {
      take(name, text => found.paragraphs.push({ text, main: inside.main > 0 }))
    } else if (
      name === 'script' &&
      /^application\/ld\+json\b/i.test(type.trim()) &&
      found.jsonLd.length < most.items
    )
      take(name, text => found.jsonLd.push(text), most.jsonLd)
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      count(name, 1)
      reading.depth++
      reading.stopped = ++reading.elements > most.elements || reading.depth > most.depth
      if (reading.stopped) parser.pause()
      else if (!inside.svg) opened(name, attributes)
    },
    ontext(text) {
      const shown = inside.unseen === 0 || taking?.name === 'script'
      if (taking && shown && taking.text.length < taking.limit) taking.text += text
    },
    onclosetag(name) {
      reading.depth--
      if (taking?.name === name && !inside.svg) finish()
      count(name, -1)
    },
  })
  // In chunks, so that a stop takes effect soon.
  for (let at = 0; at < html.length && !reading.stopped; at += 64 * 1024)
    parser.write(html.slice(at, at + 64 * 1024))
  if (!reading.stopped) parser.end()
  finish()
  return found
}

function addMeta(meta: Map<string, string[]>, attributes: Record<string, string>) {
  const key = (attributes.property || attributes.name || attributes.itemprop || '').trim().toLowerCase()
  const content = attributes.content
  if (!key || !content?.trim() || key.length > 100) return
  const list = meta.get(key)
  if (list && list.length < most.items) list.push(content)
  else if (!list && meta.size < most.metas) meta.set(key, [content])
}

function addPicture(pictures: Collected['pictures'], attributes: Record<string, string>) {
  const src = attributes['data-src'] || attributes.src
  if (!src || src.startsWith('data:') || pictures.length >= most.items) return
  pictures.push({
    src,
    width: Number.parseInt(attributes.width ?? '', 10) || 0,
    height: Number.parseInt(attributes.height ?? '', 10) || 0,
    hint: `${src} ${attributes.class ?? ''} ${attributes.id ?? ''}`.slice(0, 1000).toLowerCase(),
  })
}
