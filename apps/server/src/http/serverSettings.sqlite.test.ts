import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { serveStatic } from './static.ts'

const web = join(import.meta.dirname, '../../../web')

/** Returns the HTML of an address, as a server with this environment sends it. */
async function readPage(path: string, env: Record<string, string>): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'nestmark-html-'))
  cpSync(join(web, 'index.html'), join(dir, 'index.html'))
  cpSync(join(web, 'accounts'), join(dir, 'accounts'), { recursive: true })
  mkdirSync(join(dir, 'assets'))
  const server = fastify()
  const read = { readPreview: async () => null, readContent: async () => null }
  await serveStatic(server, readConfig(env), read, () => undefined, dir)
  const { body } = await server.inject(path)
  await server.close()
  rmSync(dir, { recursive: true })
  return body
}

test('ACC-02 the pages of both sites know whether this server sends email', async () => {
  for (const path of ['/dashboard', '/accounts/forgot-password']) {
    expect(await readPage(path, {})).toContain('<meta name="nestmark-email" content="off"')
    const env = { SMTP_URL: 'smtp://127.0.0.1:25' }
    expect(await readPage(path, env)).toContain('<meta name="nestmark-email" content="on"')
  }
})
