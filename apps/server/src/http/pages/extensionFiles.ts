import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serverFolder } from '../../folders.ts'

/** Directory of the built extension: the results of `npm run build:extension`. */
const extensionDir = join(serverFolder, '../extension/dist')

/** Returns the ZIPs of the extension by the browser for which each is, if the extension was built. */
export function findExtensionFiles(dir = extensionDir): Map<string, string> {
  const files = existsSync(dir) ? readdirSync(dir) : []
  return new Map(
    files.sort().flatMap(file => {
      const browser = /^nestmark-[\d.]+-(chrome|edge|opera|firefox)\.zip$/.exec(file)?.[1]
      return browser ? [[browser, join(dir, file)] as const] : []
    }),
  )
}

/** Serves each ZIP of the extension at an address without its version. */
export function serveExtensionFiles(server: FastifyInstance, files: ReadonlyMap<string, string>): void {
  for (const [browser, file] of files)
    server.get(`/extension/nestmark-${browser}.zip`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/zip').send(createReadStream(file)),
    )
}
