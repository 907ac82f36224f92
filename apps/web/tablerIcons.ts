import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

/** The file with the shapes of the icons: by the name of an icon, its paths. Written by `scripts/tablerIcons.mjs`. */
const shapesFile = join(import.meta.dirname, 'src/ui/iconShapes.json')
const createIcon = join(import.meta.dirname, 'src/ui/createIcon.ts')
const packageFiles = '@tabler/icons-react/dist/esm/icons/'

/**
 * Makes the icons of `ui/icons.ts` from their shapes, one module each. The package of all icons has 88 MB, so only development
 * installs it: for its types, and to add icons.
 */
export function tablerIcons(): Plugin {
  const shapes = JSON.parse(readFileSync(shapesFile, 'utf8')) as Record<string, readonly string[]>
  const prefix = '\0icons/'
  return {
    name: 'tabler-icons',
    enforce: 'pre',
    resolveId: id => (id.startsWith(packageFiles) ? prefix + basename(id) : null),
    load(id) {
      if (!id.startsWith(prefix)) return null
      const name = basename(id, '.mjs')
      const paths = shapes[name]
      if (!paths) this.error(`${name} is a new icon. Run: node scripts/tablerIcons.mjs`)
      const isFilled = name.endsWith('Filled')
      return `import { createIcon } from ${JSON.stringify(createIcon)}
export default /*#__PURE__*/ createIcon(${JSON.stringify(paths)}, ${isFilled})`
    },
  }
}
