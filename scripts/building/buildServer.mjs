import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rebuild, root } from './rebuild.mjs'

const server = join(root, 'apps/server')
const source = join(server, 'src')
export const dist = join(server, 'dist')

/** The sources of the server. A change in any of them requires a new build. */
const sources = [
  'apps/server/src',
  'packages/core/src',
  'packages/contract/src',
  'packages/texts/src',
  'package-lock.json',
]

/** Programs of the command line besides the server. */
const commands = ['admin.ts', 'seed.ts']
/** Programs of threads and child processes. */
const programName = /\.(thread|worker|process)\.ts$/
/** The address of such a program, which the build writes next to the file that names it. */
const programUrl =
  /new URL\(\s*['"][./\w]*?([\w.]+\.(?:thread|worker|process))\.ts['"],\s*import\.meta\.url\s*,?\s*\)/g

/**
 * Packages that load slowly because of many modules, and that need no other files. All others are loaded from
 * `node_modules`.
 */
const bundledPackages = [
  '@fastify/static',
  'busboy',
  'content-disposition',
  'dom-serializer',
  'domhandler',
  'domutils',
  'entities',
  'fastify',
  'htmlparser2',
  'ipaddr.js',
  'kysely',
  'zod',
]
/** What those packages load only for features that the server does not use: schemas, and requests without a network. */
const unusedPackages = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request']

const plugins = [
  {
    name: 'program addresses',
    transform: (code, id) => replaceProgramUrls(code, id, name => `new URL('./${name}', import.meta.url)`),
  },
  {
    // V8 stores a text with one other character in twice the memory.
    name: 'ASCII',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replace(
            /[\u0080-\uffff]/g,
            unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
    },
  },
]

/**
 * The program that starts the server with the code that V8 compiled at the last start: the cache must be in use before the
 * large file is read. The environment passes it on to threads.
 */
const main = `const { enableCompileCache } = require('node:module')
process.env.NODE_COMPILE_CACHE ??= require('node:path').join(__dirname, '../../../node_modules/.cache/nestmark')
enableCompileCache(process.env.NODE_COMPILE_CACHE)
require('./server.js')
`

/**
 * Compiles the server when its sources changed since the last build. The server itself is one file: it loads in a
 * fraction of the time of several hundred, and needs less memory. The other programs share files.
 *
 * The files are CommonJS: an `import` of a built-in module reads all that it exports, which loads Node's WebSocket
 * client with `node:http`.
 */
export const buildServer = () =>
  rebuild({
    dist,
    sources,
    recipe: '2',
    async build(folder) {
      const { rolldown } = await import('rolldown')
      for (const input of [{ server: join(source, 'main.ts') }, findPrograms()]) {
        const bundle = await rolldown({ input, platform: 'node', external: isExternal, plugins })
        await bundle.write({
          dir: folder,
          format: 'cjs',
          comments: false,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        })
        await bundle.close()
      }
      writeFileSync(join(folder, 'main.js'), main)
      writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n')
    },
  })

/** Returns the files of all programs but the server by the names of their compiled files without the extension. */
function findPrograms() {
  const files = readdirSync(source, { recursive: true }).filter(
    name => commands.includes(name) || (programName.test(name) && !name.includes('test')),
  )
  const programs = Object.fromEntries(files.map(name => [basename(name, '.ts'), join(source, name)]))
  // All are written into one folder.
  if (Object.keys(programs).length !== files.length) throw new Error('Two programs have one name.')
  return programs
}

function isExternal(id, importer) {
  if (id.startsWith('.') || id.startsWith('/') || id.startsWith('@nestmark/')) return false
  const isAmong = packages => packages.some(name => id === name || id.startsWith(`${name}/`))
  if (importer?.includes('/node_modules/')) return isAmong(unusedPackages)
  return !isAmong(bundledPackages)
}

/**
 * Replaces the addresses of the programs that a module of the server starts.
 * @param code the module
 * @param id its file
 * @param toUrl returns the expression for the name of a compiled program
 * @returns the changed module, or null when it starts no program
 */
export function replaceProgramUrls(code, id, toUrl) {
  if (!id.startsWith(source)) return null
  const replaced = code.replace(programUrl, (_address, name) => toUrl(`${name}.js`))
  return replaced === code ? null : replaced
}
