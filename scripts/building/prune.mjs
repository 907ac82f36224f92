import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const iconList = join(import.meta.dirname, '../../apps/web/src/ui/icons.ts')
const iconFiles = [...readFileSync(iconList, 'utf8').matchAll(/icons\/(\w+\.mjs)/g)].map(([, file]) => file)

/**
 * What nothing loads while Nestmark is built and runs, by the path below `node_modules`. Code of packages with more than one
 * form is here only where the other form is the one that is loaded.
 */
const unneeded = [
  // For developers: source maps, types, TypeScript, and texts but the licenses.
  /\.(map|[mc]?ts|tsx|flow|md|markdown)$/i,
  /^(@[^/]+\/)?[^/]+\/(tests?|docs|examples|benchmarks)$/,
  /\/(\.[^/]+|__tests__|__fixtures__)$/,
  // The C headers and the manual of Node.
  /^node-(bin-)?\w+-\w+\/(include|share)$/,
  // For another runtime.
  /^bare-\w+\/prebuilds$/,
  // Partners of other packages that npm installs although they are optional.
  /^(vitest|@vitest|jiti|yaml)$/,
  // Draws the pages of a PDF file in Node. The page draws them in the browser, and the server with PDFium.
  /^@napi-rs$/,
  /^pdfjs-dist\/(legacy|image_decoders|build\/pdf\.(worker|min)\.mjs|wasm\/.*\.wasm)$/,
  /^@hyzyla\/pdfium\/dist\/(pdfium\.wasm\.base64-|index\.esm\.(base64|browser|cdn|worker)\.)/,
  /^mediabunny\/dist\/bundles\/mediabunny(\.min)?\.[cm]js$/,
  /^stripe\/cjs$/,
  /^linkedom\/worker\.js$/,
  /^photoswipe\/(src|dist\/umd)$/,
  // Libraries of React want it. Preact takes its place (apps/web/preact.ts).
  /^react$/,
  /^@tanstack\/[^/]+\/build\/legacy$/,
  /^zod\/.*\.cjs$/,
  /^dompurify\/dist\/purify\.cov/,
  // The icons that no page uses: 88 MB of files.
  /^@tabler\/icons$/,
  /^@tabler\/icons-react\/dist\/(cjs|esm\/(tabler-icons-react|dynamic-imports)\.mjs)$/,
  new RegExp(`^@tabler/icons-react/dist/esm/icons/(?!(${iconFiles.join('|')})$)`),
  // Axes of the fonts that no page uses.
  /^@fontsource-variable\/.*-(standard|full|flar|slnt|volm)-\w+\.woff2$/,
  /^@fontsource-variable\/literata\/.*-wght-\w+\.woff2$/,
  // Both are in one table, too.
  /^@ip-location-db\/.*-ipv[46]\.mmdb$/,
]

/**
 * Deletes the unneeded files of installed packages: more than half of them.
 * @param folder a folder `node_modules`
 */
export function prune(folder) {
  const visit = (path, below) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const name = join(path, entry.name)
      const relative = below === '' ? entry.name : `${below}/${entry.name}`
      if (unneeded.some(each => each.test(relative))) rmSync(name, { recursive: true })
      // Folders of npm and of the build begin with a dot. A workspace is a link.
      else if (entry.isDirectory() && !entry.name.startsWith('.')) {
        visit(name, entry.name === 'node_modules' ? '' : relative)
        if (readdirSync(name).length === 0) rmdirSync(name)
      }
    }
  }
  if (existsSync(folder)) visit(folder, '')
}
