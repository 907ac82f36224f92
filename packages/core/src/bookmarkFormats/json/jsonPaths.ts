/** Levels below which nothing is looked for. */
const maxDepth = 6
const maxPaths = 2000

/**
 * Returns the paths of the keys at the beginning of a JSON text, such as `bookmarks[].content.type`. Tolerates that the
 * text breaks off.
 * @returns the paths; an empty set for a text that is no JSON. `[]` is an array at the top, and `` an object
 */
export function listJsonPaths(text: string): ReadonlySet<string> {
  const paths = new Set<string>()
  const open: { isArray: boolean; path: string }[] = []
  const token = /\s*(?:([{[])|([}\]])|([:,])|"((?:[^"\\]|\\.)*)"|([\w.+-]+))/gy
  let key: string | null = null
  let isKey = false
  for (let found = token.exec(text); found && paths.size < maxPaths; found = token.exec(text)) {
    const [, opening, closing, mark, string] = found
    const around = open.at(-1)
    const path = toPath(around, key)
    if (opening) {
      open.push({ isArray: opening === '[', path })
      if (open.length <= maxDepth) paths.add(opening === '[' ? `${path}[]` : path)
      isKey = opening === '{'
      key = null
    } else if (closing) {
      open.pop()
      isKey = false
    } else if (mark === ',') isKey = around?.isArray === false
    else if (string !== undefined && isKey) {
      key = string
      isKey = false
      if (open.length <= maxDepth) paths.add(toPath(around, key))
    }
  }
  return paths
}

function toPath(around: { isArray: boolean; path: string } | undefined, key: string | null): string {
  if (!around) return ''
  if (around.isArray) return `${around.path}[]`
  return around.path === '' ? (key ?? '') : `${around.path}.${key ?? ''}`
}
