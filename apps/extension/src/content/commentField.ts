import { limits } from '@nestmark/core/limits'

interface Options {
  label: string
  text: string
  onInput(text: string): void
  /** Control and Enter, or Command and Enter. */
  onConfirm(): void
  onClose(): void
  /** The field has another height. */
  onResize(): void
}

const height = { min: 76, max: 240 }
const look = {
  all: 'initial',
  boxSizing: 'border-box',
  display: 'block',
  width: '100%',
  minHeight: `${height.min}px`,
  maxHeight: `${height.max}px`,
  padding: '8px 10px',
  font: '16px/23px Georgia, serif',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'break-word',
  overflow: 'auto',
  cursor: 'text',
  resize: 'none',
  fieldSizing: 'content',
}

/**
 * Adds the field of a comment to an element. It is a separate document: events of keys pass a closed root, so that a script of the page
 * could read what is typed. They do not pass a frame.
 * @returns the function that ends it
 */
export function addCommentField(parent: HTMLElement, options: Options): () => void {
  const frame = document.createElement('iframe')
  let field: HTMLTextAreaElement | undefined
  const fill = () => {
    const inner = frame.contentDocument
    // Firefox replaces the first document of a frame by another empty one.
    if (inner?.body && field?.ownerDocument !== inner)
      field = addField(inner, frame, field?.value ?? options.text, options)
  }
  frame.addEventListener('load', fill)
  // Keys that are pressed before the field is there go to it.
  frame.addEventListener('focus', () => field?.focus())
  parent.append(frame)
  fill()
  return () => frame.remove()
}

function addField(
  inner: Document,
  frame: HTMLIFrameElement,
  text: string,
  options: Options,
): HTMLTextAreaElement {
  const { color, colorScheme } = getComputedStyle(frame)
  // With another scheme than its page, a frame has its own background.
  inner.documentElement.style.colorScheme = colorScheme
  inner.body.style.margin = '0'
  const field = inner.createElement('textarea')
  // By script and not by a sheet, to which the policy of the page would apply.
  Object.assign(field.style, look, { color })
  field.dir = 'auto'
  field.maxLength = limits.highlightComment
  field.setAttribute('aria-label', options.label)
  field.value = text
  const resize = () => {
    field.style.height = 'auto'
    const wanted = Math.max(height.min, Math.min(field.scrollHeight, height.max))
    field.style.height = `${wanted}px`
    frame.style.height = `${wanted}px`
    options.onResize()
  }
  field.addEventListener('input', () => {
    resize()
    options.onInput(field.value)
  })
  field.addEventListener('keydown', event => {
    if (event.key === 'Escape') options.onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) options.onConfirm()
    else return
    event.preventDefault()
  })
  inner.body.append(field)
  resize()
  field.focus({ preventScroll: true })
  field.setSelectionRange(text.length, text.length)
  return field
}
