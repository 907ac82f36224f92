import { type CopySource, writePageCopy } from './pageCopy.ts'
import type { ResourceKind, Resources, StyleSheet, WantedResource } from './resources.ts'
import { rewriteCss } from './rewriteCss.ts'

/** Lists the resources that the copy of a page embeds, each once, in the order of the page. */
export function listResources(source: CopySource): WantedResource[] {
  const list = createList()
  writePageCopy(source, list.resources, () => undefined)
  return list.wanted
}

/** Lists the resources that a style sheet embeds. */
export function listResourcesOfSheet({ css, address }: StyleSheet): WantedResource[] {
  const list = createList()
  rewriteCss(css, { address, resources: list.resources })
  return list.wanted
}

/** Creates empty resources that record the requested addresses. */
function createList(): { wanted: WantedResource[]; resources: Resources } {
  const wanted: WantedResource[] = []
  const known = new Set<string>()
  const record = (kind: ResourceKind) => (address: string) => {
    const key = `${kind} ${address}`
    if (!known.has(key)) wanted.push({ kind, address })
    known.add(key)
    return null
  }
  const resources = {
    findPicture: record('picture'),
    findFont: record('font'),
    findStyleSheet: record('styleSheet'),
  }
  return { wanted, resources }
}
