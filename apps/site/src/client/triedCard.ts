import { callServer } from './visitor.ts'

/** A card of the board for a link that a visitor tries. */
export interface TriedCard {
  element: HTMLElement
  /** Shows the title of the page; '' for the host. */
  show(title: string): void
  /** Shows the picture at an address, which the server fetches: this browser contacts no other site. */
  showPicture(address: string): Promise<void>
}

/** The categories whose colours an empty picture may have; posts of the blog have the same. */
const shellColours = ['see', 'watch', 'explore', 'read', 'listen']

/** Creates a card that says that its page is being read. Texts of pages become text, never markup. */
export function createCard(url: string): TriedCard {
  const host = (URL.parse(url)?.hostname ?? url).replace(/^www\./, '')
  const element = document.createElement('li')
  element.className = 'card yours c-explore'
  element.setAttribute('aria-busy', 'true')
  const add = (tag: string, className: string, text = '') => {
    const part = document.createElement(tag)
    part.className = className
    part.textContent = text
    element.append(part)
    return part
  }
  const sum = [...host].reduce((total, sign) => total + sign.charCodeAt(0), 0)
  const thumb = add('div', `thumb shell c-${shellColours[sum % shellColours.length]}`)
  add('span', 'badge', 'Yours')
  const title = add('h2', '', 'Fetching…')
  title.dir = 'auto'
  add('p', '').append(Object.assign(document.createElement('span'), { textContent: host }))
  return {
    element,
    show(text) {
      title.textContent = text || host
      element.removeAttribute('aria-busy')
    },
    async showPicture(address) {
      const read = await callServer<{ png: string }>('thumbnail-proxy', { image: address })
      if (!read) return
      const picture = document.createElement('img')
      picture.alt = ''
      picture.src = `data:image/png;base64,${read.png}`
      thumb.classList.remove('shell')
      thumb.replaceChildren(picture)
    },
  }
}
