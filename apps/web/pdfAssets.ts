import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const root = dirname(packageFile)
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }

/** The folder of these files on the server. The version is in it, because the files have no hash in their names. */
export const pdfAssetsPath = `/assets/pdfjs-${version}/`

/**
 * What the PDF viewer fetches at run time: character maps, the fonts that a PDF need not contain, and the decoders of
 * scanned pages in JavaScript, because the content security policy forbids WebAssembly.
 */
const wanted: Record<string, RegExp> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
  wasm: /_nowasm_fallback\.js$/,
}

function listFiles(): string[] {
  return Object.entries(wanted).flatMap(([folder, pattern]) =>
    readdirSync(join(root, folder))
      .filter(name => pattern.test(name))
      .map(name => `${folder}/${name}`),
  )
}

/** Serves the files of the PDF viewer from our own origin, and exposes their addresses to the page. */
export function pdfAssets(): Plugin {
  return {
    name: 'pdf-assets',
    config: () => ({ define: { pdfAssetsPath: JSON.stringify(pdfAssetsPath) } }),
    generateBundle() {
      for (const name of listFiles())
        this.emitFile({
          type: 'asset',
          fileName: pdfAssetsPath.slice(1) + name,
          source: readFileSync(join(root, name)),
        })
    },
    configureServer({ middlewares }) {
      const names = new Set(listFiles())
      middlewares.use((request, response, next) => {
        const name = request.url?.startsWith(pdfAssetsPath) ? request.url.slice(pdfAssetsPath.length) : ''
        if (!names.has(name)) return next()
        response.setHeader(
          'content-type',
          name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
        )
        response.end(readFileSync(join(root, name)))
      })
    },
  }
}
