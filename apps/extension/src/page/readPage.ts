/** What a web page states about itself. */
export interface PageInfo {
  url: string
  title: string
  desc: string
  /** Addresses of its pictures, the one that it names itself first. */
  pictures: string[]
  selection: string
}

/**
 * Reads the page in which it runs. It is sent to the page as text, so it uses nothing outside of itself.
 */
export function readPage(): PageInfo {
  const meta = (...names: string[]) => {
    for (const name of names) {
      const found = document.querySelector<HTMLMetaElement>(`meta[property="${name}"],meta[name="${name}"]`)
      if (found?.content.trim()) return found.content.trim()
    }
    return ''
  }
  const pictures = new Set<string>()
  const addPicture = (address: string) => {
    const url = URL.parse(address, document.baseURI)
    if (url && /^https?:$/.test(url.protocol) && url.href.length <= 8192) pictures.add(url.href)
  }
  addPicture(meta('og:image', 'twitter:image') || 'about:none')
  for (const image of document.images) {
    if (pictures.size >= 12) break
    if (image.naturalWidth >= 160 && image.naturalHeight >= 90) addPicture(image.currentSrc)
  }
  // Not `Selection.toString()`: Chromium applies `text-transform` there, and Firefox leaves out ruby.
  const selection = getSelection()
  let text = ''
  const count = selection?.rangeCount ?? 0
  for (let at = 0; at < count; at++) {
    const part = selection?.getRangeAt(at).cloneContents() ?? document.createDocumentFragment()
    for (const hidden of part.querySelectorAll('script,style,noscript,template,rt,rp')) hidden.remove()
    for (const block of part.querySelectorAll('p,div,li,br,tr,h1,h2,h3,h4,h5,h6,blockquote,pre'))
      block.append('\n')
    text += part.textContent ?? ''
  }
  return {
    url: location.href,
    title: (meta('og:title') || document.title).trim().slice(0, 500),
    desc: meta('og:description', 'description').slice(0, 5000),
    pictures: [...pictures],
    selection: text
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n[\n ]*/g, '\n')
      .trim(),
  }
}
