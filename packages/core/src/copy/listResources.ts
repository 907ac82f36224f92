import { type CopySource, writePageCopy } from './pageCopy.ts'
import type { ResourceKind, Resources, StyleSheet, WantedResource } from './resources.ts'
import { rewriteCss } from './rewriteCss.ts'

/** Lists what the copy of a page wants to embed, each resource once, in the order of the page. */
export function listResources(source: CopySource): WantedResource[] {
  const list = createList()
  writePageCopy(source, list.resources, () => undefined)
  return list.wanted
}

/** Lists what a style sheet wants to embed. */
export function listResourcesOfSheet({ css, address }: StyleSheet): WantedResource[] {
  const list = createList()
  rewriteCss(css, { address, resources: list.resources })
  return list.wanted
}

/** Creates resources that contain nothing and record what is asked for. */
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
