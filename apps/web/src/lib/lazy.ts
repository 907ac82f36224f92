import { connection } from './connection.ts'
import { createStore } from './store.ts'
import { type ComponentType, createElement, type FunctionComponent, lazy, useEffect, useState } from 'react'

/** Something whose code is loaded when it is needed for the first time, or before. */
interface Preloadable {
  /** Loads the code. Rejects where that fails; the next call tries again. */
  preload: () => Promise<void>
  isLoaded: () => boolean
}
export type LazyComponent<Props> = FunctionComponent<Props> & Preloadable

/** A value that is loaded once. `get` returns it as soon as it is there. */
interface Source<Value> {
  get: () => Value | undefined
  start: () => Promise<Value>
}

/** How many parts of the code are being loaded. */
export const loadingCount = createStore(0)

/**
 * Loads code. Chrome 153 never requests a module again whose first request has failed, until the page is reloaded, so without
 * a connection only a service worker is asked.
 * @param load imports it
 * @throws TypeError without a connection, and what the browser throws
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  if (connection.get() !== 'up' && !navigator.serviceWorker?.controller) throw new TypeError('No connection')
  loadingCount.set(count => count + 1)
  try {
    return await load()
  } finally {
    loadingCount.set(count => count - 1)
  }
}

function loadOnce<Value>(load: () => Promise<Value>): Source<Value> {
  let loaded: Value | undefined
  let loading: Promise<Value> | undefined
  const start = () =>
    (loading ??= loadCode(load).then(
      value => (loaded = value),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  return { get: () => loaded, start }
}

const preloadOf = ({ get, start }: Source<unknown>): Preloadable => ({
  preload: async () => void (await start()),
  isLoaded: () => get() !== undefined,
})

/** Does not suspend, so it needs no fallback around it. */
function createPart<Value, Props extends object>(
  source: Source<Value>,
  pick: (value: Value) => ComponentType<Props>,
): LazyComponent<Props> {
  const getShown = () => {
    const value = source.get()
    return value && pick(value)
  }
  function LazyPart(props: Props) {
    const [Shown, setShown] = useState(getShown)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (Shown) return
      let isMounted = true
      source.start().then(
        value => isMounted && setShown(() => pick(value)),
        (error: unknown) => isMounted && setFailure({ error }),
      )
      return () => {
        isMounted = false
      }
    }, [Shown])
    if (failure) throw failure.error
    return Shown ? createElement(Shown, props) : null
  }
  return Object.assign(LazyPart, preloadOf(source))
}

/**
 * Returns a part of a page whose code is loaded separately, such as a panel. It renders nothing until its code is there, and
 * then its content at once.
 * @throws while rendering, what `load` rejected with
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  return createPart(loadOnce(load), module => module.default)
}

const laterParts = new Set<Preloadable>()

/** Returns a part as `lazyPart` does, which `preloadLaterParts` loads, too. */
export function laterPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  const part = lazyPart(load)
  laterParts.add(part)
  return part
}

/** Loads the parts that any click may show, so that they are there without a connection. Errors are shown with the part. */
export const preloadLaterParts = () => void Promise.allSettled(Array.from(laterParts, part => part.preload()))

/** The props of a component, which may have no parameter. */
type PropsOf<Component> = Component extends (props: infer Props) => unknown
  ? object & (unknown extends Props ? object : Props)
  : never

/** Returns a function that makes parts as `lazyPart` does, of the components of one module, which are loaded together. */
export function lazyGroup<Module extends { [Name in keyof Module]: (props: never) => unknown }>(
  load: () => Promise<Module>,
): (<Name extends keyof Module>(name: Name) => LazyComponent<PropsOf<Module[Name]>>) & Preloadable {
  const source = loadOnce(load)
  const createNamed = <Name extends keyof Module>(name: Name) =>
    createPart(source, module => module[name] as unknown as ComponentType<PropsOf<Module[Name]>>)
  return Object.assign(createNamed, preloadOf(source))
}

/**
 * Returns a page whose code is loaded separately. It suspends while it is loaded, so that the previous page stays until then;
 * after `preload` it does not.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  const source = loadOnce(load)
  const Lazy = lazy(source.start) as unknown as ComponentType<Props>
  function LazyPage(props: Props) {
    const [Shown] = useState(() => source.get()?.default ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(LazyPage, preloadOf(source))
}
