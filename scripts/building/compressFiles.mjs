import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Text files compress to about a third; pictures and fonts are compressed already. */
const compressible = /\.(m?js|css|svg|json|webmanifest)$/

/**
 * Writes a compressed copy next to each text file of a built page (`app.js.br`, `app.js.gz`), so that the server sends few
 * bytes and compresses nothing itself.
 */
export async function compressFiles(folder) {
  const names = readdirSync(folder, { recursive: true }).filter(name => compressible.test(name))
  await Promise.all(names.map(name => compress(join(folder, name))))
}

async function compress(file) {
  const bytes = await readFile(file)
  const hint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  await Promise.all([
    promisify(brotliCompress)(bytes, hint).then(compressed => writeFile(`${file}.br`, compressed)),
    promisify(gzip)(bytes, { level: 9 }).then(compressed => writeFile(`${file}.gz`, compressed)),
  ])
}
