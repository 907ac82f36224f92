import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import type { Plugin } from 'vite'

/** The page's files without a hash in their name. */
const plain = ['/theme.js', '/icon.svg', '/manifest.webmanifest']

interface BuiltChunk {
  type: 'chunk'
  fileName: string
  facadeModuleId: string | null
  moduleIds: string[]
  imports: string[]
  dynamicImports: string[]
  viteMetadata?: { importedCss?: Set<string> }
}

/** Returns whether a script is large and rarely used: it is cached when it is used. */
const isRare = ({ moduleIds }: BuiltChunk) => moduleIds.some(id => id.includes('/node_modules/pdfjs-dist/'))

/**
 * Builds the service worker with the list of this build's files: every script and style sheet of the page except
 * the PDF viewer, and the Latin fonts. Other files are cached when they are used. The version is the hash of the list, so the worker changes
 * exactly when the page changes.
 */
export function shellOfBuild(): Plugin {
  return {
    name: 'shell-of-build',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const outputs = Object.values(bundle) as (BuiltChunk | { type: 'asset'; fileName: string })[]
      const chunks = new Map(
        outputs.filter(output => output.type === 'chunk').map(chunk => [chunk.fileName, chunk]),
      )
      const app = [...chunks.values()].find(
        // Compares the entire path: a directory above may have the name of the sign-in site.
        chunk => chunk.facadeModuleId === join(import.meta.dirname, 'index.html'),
      )
      if (!app) throw new Error('The build contains no page')
      const files = new Set<string>()
      const walk = (name: string) => {
        const chunk = chunks.get(name)
        if (!chunk || files.has(name) || isRare(chunk)) return
        files.add(name)
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) walk(next)
      }
      walk(app.fileName)
      for (const { fileName } of outputs) if (/-latin-(?!ext).*\.woff2$/.test(fileName)) files.add(fileName)
      const list = [...files].sort().map(name => `/${name}`)
      const version = createHash('sha256')
        .update(JSON.stringify(list))
        .update(readFileSync(join(dir, 'index.html')))
        .digest('hex')
        .slice(0, 16)
      const shell = { version, entry: app.fileName, files: list, plain }
      await buildWorker(join(dir, 'sw.js'), shell)
    },
  }
}

/** Bundles the service worker into one classic script, which every browser takes. Its address never changes. */
async function buildWorker(file: string, shell: object): Promise<void> {
  await build({
    input: join(import.meta.dirname, 'src/offline/serviceWorker.ts'),
    platform: 'browser',
    output: { file, format: 'iife', minify: true },
  })
  writeFileSync(file, `const shellOfBuild=${JSON.stringify(shell)};\n${readFileSync(file, 'utf8')}`)
}
