import { isAddress, normaliseAddress } from '@nestmark/core/addresses/url'
import { createCard, type TriedCard } from './triedCard.ts'
import { callServer, readStored, writeStored } from './visitor.ts'

/** The most links on the board, with the samples (specification 2, section 9). */
const maxCards = 12
/** The delay between an answer and the shuffle, in milliseconds. */
const shuffleDelay = 500
/** How long a page is waited for, in milliseconds. Then its title is the host. */
const answerTimeout = 8000

/** Starts the form that lets a visitor try a link. What was tried is saved after the sign-up. */
export function startTrying(): void {
  const form = document.querySelector<HTMLFormElement>('#try')
  const board = document.getElementById('cards')
  if (!form || !board || document.documentElement.dataset.session === 'in') return
  const field = form.querySelector('input')
  if (!field) return
  for (const tried of readQueue()) {
    const card = createCard(tried.url)
    card.show(tried.title)
    board.append(card.element)
    if (tried.image) void card.showPicture(tried.image)
  }
  const show = createStatus(form, board, field)
  if (readQueue().length > 0) show.board()
  field.addEventListener('input', () => show.problem(''))
  form.addEventListener('submit', event => {
    event.preventDefault()
    const typed = field.value.trim()
    const url = isAddress(typed) ? normaliseAddress(typed) : null
    if (typed === '') show.problem('Link is required')
    else if (url === null || !/\S\.\S/.test(typed)) show.problem('Please enter valid url')
    else if (countCards(board) >= maxCards) {
      field.value = ''
      show.full()
    } else {
      field.value = ''
      const card = createCard(url)
      board.insertBefore(card.element, board.querySelector('.slot'))
      show.board()
      void fill(card, url, board)
    }
  })
}

/** Queues a link for the sign-up, reads its page, and shuffles the board half a second after the answer. */
async function fill(card: TriedCard, url: string, board: HTMLElement): Promise<void> {
  const tried = { url, title: '', image: '', key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` }
  writeQueue([...readQueue(), tried])
  const { title, image } = await readPage(url)
  card.show(title)
  if (image) void card.showPicture(image)
  writeQueue(readQueue().map(each => (each.key === tried.key ? { ...each, title, image } : each)))
  setTimeout(() => shuffle(board), shuffleDelay)
}

const countCards = (board: HTMLElement) => board.querySelectorAll('.card').length

/** Returns the title of a page and the address of its picture; '' when it cannot be read in time. */
async function readPage(link: string): Promise<{ title: string; image: string }> {
  const options = { signal: AbortSignal.timeout(answerTimeout) }
  const read = await callServer<{ title?: string; image?: string }>('scrape-link', { link }, options)
  return { title: read?.title ?? '', image: read?.image ?? '' }
}

/** Moves all cards to new places, which they slide to. None stays where it is (Sattolo's algorithm). */
function shuffle(board: HTMLElement): void {
  const cards = [...board.querySelectorAll<HTMLElement>('.card')]
  const before = new Map(cards.map(card => [card, card.getBoundingClientRect()]))
  for (let at = cards.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * at)
    const [one, two] = [cards[at], cards[other]]
    if (one && two) [cards[at], cards[other]] = [two, one]
  }
  board.prepend(...cards)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  cards.forEach((card, at) => {
    const [from, to] = [before.get(card), card.getBoundingClientRect()]
    if (!from) return
    card.animate([{ translate: `${from.left - to.left}px ${from.top - to.top}px` }, { translate: '0 0' }], {
      duration: 260,
      delay: at * 20,
      easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      fill: 'backwards',
    })
  })
}

/** Shows an empty place for each link that there is room for. */
function fillSlots(board: HTMLElement): void {
  const slots = [...board.querySelectorAll('.slot')]
  const wanted = maxCards - countCards(board)
  for (const slot of slots.slice(wanted)) slot.remove()
  for (let at = slots.length; at < wanted; at++) {
    const slot = document.createElement('li')
    slot.className = 'slot'
    slot.setAttribute('aria-hidden', 'true')
    board.append(slot)
  }
}

/** Returns the functions that write below the field. */
function createStatus(form: HTMLElement, board: HTMLElement, field: HTMLInputElement) {
  const find = (id: string) => document.getElementById(id)
  const [message, status, full, storedHint] = ['try-message', 'try-status', 'try-full', 'stored-hint'].map(
    find,
  )
  const samples = board.querySelectorAll('.card:not(.yours)').length
  const setMessage = (text: string) => {
    if (!message) return
    message.textContent = text
    message.hidden = text === ''
    field.setAttribute('aria-invalid', String(text !== ''))
    form.toggleAttribute('data-invalid', text !== '')
  }
  return {
    problem(text: string) {
      setMessage(text)
      if (full) full.hidden = true
      if (text !== '') field.focus()
    },
    full() {
      setMessage('')
      if (full) full.hidden = false
    },
    /** Shows the cards as a board, and how many there are. */
    board() {
      setMessage('')
      document.documentElement.dataset.tried = ''
      board.setAttribute('aria-label', 'Your links and samples')
      field.placeholder = 'Paste another link'
      if (storedHint) storedHint.hidden = false
      fillSlots(board)
      if (!status) return
      const yours = countCards(board) - samples
      const left = maxCards - countCards(board)
      status.hidden = false
      status.textContent = `${yours} of yours, ${samples} samples. ${left === 0 ? 'The board is full.' : `Room for ${left} more.`}`
    },
  }
}

/** A link that a visitor tried. The product saves it after the sign-up (`features/links/saveTried.ts`). */
interface TriedLink {
  url: string
  /** '' until its page is read. */
  title: string
  /** The address of its picture; '' without one. */
  image: string
  /** Makes a repeated save one. */
  key: string
}

/** Returns the links that wait for the sign-up. */
function readQueue(): TriedLink[] {
  try {
    const queue: unknown = JSON.parse(readStored('tried_links') ?? '[]')
    return Array.isArray(queue) ? (queue as TriedLink[]) : []
  } catch {
    return []
  }
}

/** Stores them. */
function writeQueue(queue: readonly TriedLink[]): void {
  writeStored('tried_links', queue.length === 0 ? null : JSON.stringify(queue))
}
