import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
export const shapesFile = join(root, 'apps/web/src/ui/iconShapes.json')

/**
 * Returns the shapes of the icons that `ui/icons.ts` exports, from the package of all icons: by the name of an icon, the `d` of
 * each of its paths.
 */
export async function readShapes() {
  const list = readFileSync(join(root, 'apps/web/src/ui/icons.ts'), 'utf8')
  const shapes = {}
  for (const [, name] of list.matchAll(/icons\/(\w+)\.mjs/g)) {
    const { __iconNode: nodes } = await import(`@tabler/icons-react/dist/esm/icons/${name}.mjs`)
    const isPath = ([tag, attributes]) => tag === 'path' && Object.keys(attributes).join() === 'd,key'
    if (!nodes.every(isPath)) throw new Error(`${name} has more than paths.`)
    shapes[name] = nodes.map(([, { d }]) => d)
  }
  return shapes
}

/** Run `node scripts/tablerIcons.mjs` after `ui/icons.ts` has changed. The file is committed, so that a build needs no package. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(shapesFile, `${JSON.stringify(await readShapes(), null, 2)}\n`)
