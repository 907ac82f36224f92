import { createContext, type ReactNode, use, useEffect, useMemo } from 'react'
import { type Location, navigate, NavigationContext } from './location.ts'
import { matchPath, type Params } from './paths.ts'

/** A page, or a frame with an `Outlet` for one of the pages inside. */
export interface Route {
  path?: string
  element: ReactNode
  children?: readonly Route[]
}

interface RouteMatch {
  /** From the outermost frame to the page. */
  elements: readonly ReactNode[]
  params: Params
}

const ParamsContext = createContext<Params>({})
const OutletContext = createContext<ReactNode>(null)

/** Finds the page of a path: the first one with a pattern that matches; that of `*` matches after all others. */
export function matchRoutes(routes: readonly Route[], pathname: string): RouteMatch | null {
  const find = (among: readonly Route[], isRest: boolean): RouteMatch | null => {
    for (const { path, element, children } of among) {
      if (children) {
        const inside = find(children, isRest)
        if (inside) return { ...inside, elements: [element, ...inside.elements] }
      } else if (path !== undefined && (path === '*') === isRest) {
        const match = matchPath(path, pathname)
        if (match) return { elements: [element], ...match }
      }
    }
    return null
  }
  return find(routes, false) ?? find(routes, true)
}

/** Renders the page of an address in its frames; nothing for an address without one. Inside, it is the address of the page. */
export function Routes({ routes, location }: { routes: readonly Route[]; location: Location }) {
  const { type } = use(NavigationContext)
  const navigation = useMemo(() => ({ location, type }), [location, type])
  const match = matchRoutes(routes, location.pathname)
  if (!match) return null
  return (
    <NavigationContext value={navigation}>
      <ParamsContext value={match.params}>
        {match.elements.reduceRight(
          (inside, element) => (
            <OutletContext value={inside}>{element}</OutletContext>
          ),
          null,
        )}
      </ParamsContext>
    </NavigationContext>
  )
}

/** Returns the parameters of the path of the page, decoded. */
export const useParams = (): Params => use(ParamsContext)

/** Renders the page inside a frame. */
export const Outlet = () => use(OutletContext)

/** Replaces the address as soon as it is rendered. */
export function Navigate({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
