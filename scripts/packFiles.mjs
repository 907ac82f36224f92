import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Text gets a third as large; pictures and fonts are packed already. */
const worthIt = /\.(js|css|svg|json|webmanifest)$/

/**
 * Puts a packed copy beside each file of a built page (`app.js.br`, `app.js.gz`), so that the server sends little and packs
 * nothing itself.
 */
export async function packFiles(folder) {
  const names = readdirSync(folder, { recursive: true }).filter(name => worthIt.test(name))
  await Promise.all(names.map(name => pack(join(folder, name))))
}

async function pack(file) {
  const bytes = await readFile(file)
  const hint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  await Promise.all([
    promisify(brotliCompress)(bytes, hint).then(packed => writeFile(`${file}.br`, packed)),
    promisify(gzip)(bytes, { level: 9 }).then(packed => writeFile(`${file}.gz`, packed)),
  ])
}
