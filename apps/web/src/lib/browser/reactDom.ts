import { options, type VNode } from 'preact'
import { createPortal, flushSync as flush, render } from 'preact/compat'

/**
 * Takes the place of `react-dom`: Preact, and what the page relies on where Preact differs from React. The build makes `react` mean
 * `preact/compat` and `react-dom` this file (vite.config.ts), so every page that renders something loads it. The order of the
 * hooks matters: those of `preact/compat` are installed when it is imported, and are called first.
 */
export { createPortal }

/** Creates what renders into an element of the document. */
export const createRoot = (container: Element) => ({
  render: (page: Parameters<typeof render>[0]) => renderWith(() => render(page, container)),
})

/** Renders what a function changes, and runs the effects, before it returns. */
export function flushSync(change: () => void): void {
  renderWith(() => flush(change))
  settleEffects()
}

let isRendering = false
/** The focus returns to an element that was moved. */
let isRestoring = false

function renderWith(run: () => void): void {
  const wasRendering = isRendering
  const before = document.activeElement
  isRendering = true
  try {
    run()
  } finally {
    isRendering = wasRendering
  }
  if (before === document.body || document.activeElement !== document.body) return
  if (!(before instanceof HTMLElement) || !before.isConnected) return
  isRestoring = true
  before.focus({ preventScroll: true })
  isRestoring = false
}

/** What Preact does not name in its types: the element of a node, its component, and the effects that this has not run. */
interface Internals {
  __e?: Element | null
  __c?: { __H?: { __h: readonly unknown[] } } | null
}

/** Runs the effects of all components, those of a component after those inside it. */
let runEffects: (() => void) | undefined

// Effects run after each rendering, before the next event, and not after the next frame.
options.requestAnimationFrame = run => {
  runEffects = run
  queueMicrotask(settleEffects)
}

function settleEffects(): void {
  const run = runEffects
  runEffects = undefined
  run?.()
}

/**
 * What an event changes is rendered once all its handlers have run: Preact would render between two of them, and a handler of an
 * outer element would see the new state. Listeners of document and window see it, as they do with React.
 */
let events: Event[] = []
let renderQueue: (() => void) | undefined
const watchedTypes = new Set<string>()
/** The fields that the user has changed. */
const changed = new Set<Element>()

const settleLater = () => queueMicrotask(settle)
options.debounceRendering = render => {
  renderQueue = render
  settleLater()
}

const normalizeEvent = options.event
options.event = event => {
  if (!events.includes(event)) events.push(event)
  if (!watchedTypes.has(event.type)) {
    watchedTypes.add(event.type)
    document.body.addEventListener(event.type, settleLater)
  }
  if ((event.type === 'input' || event.type === 'change') && event.target instanceof Element)
    changed.add(event.target)
  settleLater()
  return normalizeEvent?.(event) as unknown
}

function settle(): void {
  events = events.filter(isBubbling)
  // Any listener may stop the event, so it may never reach the body.
  if (events.length > 0) return void setTimeout(settle)
  const run = renderQueue
  renderQueue = undefined
  if (run) renderWith(run)
  changed.forEach(restore)
  changed.clear()
}

/** Returns whether further elements of the page receive an event. */
function isBubbling({ bubbles, cancelBubble, eventPhase, currentTarget: at }: Event): boolean {
  if (!bubbles || cancelBubble || eventPhase < Event.AT_TARGET) return false
  return at instanceof Node && at !== document.body && document.body.contains(at)
}

/** The props of the fields that the page controls. */
const controlled = new WeakMap<Element, { value?: unknown; checked?: unknown }>()

const afterDiff = options.diffed
options.diffed = vnode => {
  afterDiff?.(vnode)
  if (vnode.type !== 'input' && vnode.type !== 'textarea' && vnode.type !== 'select') return
  const { __e: element } = vnode as Internals
  if (element) controlled.set(element, vnode.props as object)
}

/** Shows the value of the page again, where it did not accept that of the user. */
function restore(field: Element): void {
  if (field instanceof HTMLInputElement && field.type === 'radio')
    for (const other of document.getElementsByName(field.name)) restoreOne(other)
  else restoreOne(field)
}

function restoreOne(field: Element): void {
  const { value, checked } = controlled.get(field) ?? {}
  if (checked != null && 'checked' in field) {
    if (field.checked !== checked) field.checked = checked
    // A number may be typed halfway, such as '1.'.
  } else if (value != null && 'value' in field && field.value != value) field.value = value
}

type Handler = (event: FocusEvent) => unknown

/** An element that is removed or moved while it has the focus has no focus events. */
const unlessMoved =
  (handle: Handler): Handler =>
  event =>
    isRestoring || (isRendering && event.type === 'focusout' && event.relatedTarget === null)
      ? undefined
      : handle(event)

const focused = new WeakSet<Element>()

const focusHandlers = ['onfocusin', 'onfocusout']
const addresses = ['href', 'src', 'action', 'formAction']

const normalizeProps = options.vnode
options.vnode = vnode => {
  normalizeProps?.(vnode)
  // Preact would run the effects of a component that is rendered again before those of the components inside it.
  if ((vnode as Internals).__c?.__H?.__h.length) settleEffects()
  if (typeof vnode.type !== 'string') return
  const props = vnode.props as Record<string, unknown>
  // The attribute is not a Boolean one.
  if (props.spellCheck === false) props.spellCheck = 'false'
  if (props.autoFocus) focusWhenAdded(vnode, props)
  for (const name of focusHandlers)
    if (typeof props[name] === 'function') props[name] = unlessMoved(props[name] as Handler)
  for (const name of addresses)
    if (typeof props[name] === 'string' && isScript(props[name])) delete props[name]
}

/** Focuses an element when it is added. The attribute would do it once in a document. */
function focusWhenAdded(vnode: VNode, props: Record<string, unknown>): void {
  delete props.autoFocus
  const { ref } = vnode
  vnode.ref = (element: HTMLElement | null) => {
    if (element && !focused.has(element)) {
      focused.add(element)
      element.focus()
    }
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }
}

/** Returns whether an address would run a script, which no address of a link may do. */
const isScript = (address: string) =>
  /^[\0- ]*j/i.test(address) && /^javascript:/i.test(address.replaceAll(/[\0- ]/g, ''))
