import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Files without a hash in their name that the page needs. */
const plain = ['/theme.js', '/icon.svg', '/manifest.webmanifest']

interface BuiltChunk {
  type: 'chunk'
  fileName: string
  facadeModuleId: string | null
  imports: string[]
  dynamicImports: string[]
  viteMetadata?: { importedCss?: Set<string> }
}

/**
 * Tells the service worker what this build is made of: every script and style the page can come to need, and the fonts
 * of the Latin script. Others are kept when they were used. The version is the hash of that, so the worker changes when
 * the page does, and only then.
 */
export function shellOfBuild(): Plugin {
  return {
    name: 'shell-of-build',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const outputs = Object.values(bundle) as (BuiltChunk | { type: 'asset'; fileName: string })[]
      const chunks = new Map(
        outputs.filter(output => output.type === 'chunk').map(chunk => [chunk.fileName, chunk]),
      )
      const app = [...chunks.values()].find(
        // The whole path: a checkout may lie in a directory that is called like the sign-in site.
        chunk => chunk.facadeModuleId === join(import.meta.dirname, 'index.html'),
      )
      if (!app) throw new Error('The page is not among what was built')
      const files = new Set<string>()
      const walk = (name: string) => {
        const chunk = chunks.get(name)
        if (!chunk || files.has(name)) return
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
      const file = join(dir, 'sw.js')
      const code = readFileSync(file, 'utf8')
      if (!code.includes('shellOfBuild')) throw new Error('The service worker does not ask for its files')
      writeFileSync(file, `const shellOfBuild=${JSON.stringify(shell)};\n${code}`)
    },
  }
}
