import { useLocation } from './location.ts'

export type Params = Record<string, string | undefined>

const expressions = new Map<string, RegExp>()

/** Matches a path with a pattern, such as `/c/:id`. `/*` at its end stands for the rest, and is the parameter `rest`. */
export function matchPath(pattern: string, pathname: string): { params: Params } | null {
  let expression = expressions.get(pattern)
  if (!expression) {
    const source = pattern.replace(/\/?\*$/, '(?:/(?<rest>.*))?').replace(/\/:(\w+)/g, '/(?<$1>[^/]+)')
    expressions.set(pattern, (expression = new RegExp(`^${source}/*$`, 'i')))
  }
  const match = expression.exec(pathname)
  if (!match) return null
  const params = Object.entries(match.groups ?? {}).map(
    ([name, value = '']) => [name, decode(value)] as const,
  )
  return { params: Object.fromEntries(params) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the match of a pattern with the path of the page. */
export const useMatch = (pattern: string) => matchPath(pattern, useLocation().pathname)
