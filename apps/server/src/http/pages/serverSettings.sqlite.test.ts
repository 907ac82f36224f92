import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../configuration/config.ts'
import { findExtensionFiles } from './extensionFiles.ts'
import { serveStatic } from './static.ts'

const web = join(import.meta.dirname, '../../../../web')

/** Returns what is at an address of a server with this environment, and with these files of the extension. */
async function readPage(
  path: string,
  env: Record<string, string>,
  zips: readonly string[] = [],
  hasAccounts = true,
): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'nestmark-html-'))
  cpSync(join(web, 'index.html'), join(dir, 'index.html'))
  cpSync(join(web, 'accounts'), join(dir, 'accounts'), { recursive: true })
  mkdirSync(join(dir, 'assets'))
  mkdirSync(join(dir, 'zips'))
  for (const name of zips) writeFileSync(join(dir, 'zips', name), name)
  const server = fastify()
  const read = {
    readPreview: async () => null,
    readContent: async () => null,
    hasAccounts: async () => hasAccounts,
  }
  await serveStatic(
    server,
    readConfig(env),
    read,
    () => undefined,
    dir,
    findExtensionFiles(join(dir, 'zips')),
  )
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

test('ACC-14 only the first page of a private server without an account offers the first one', async () => {
  const mark = '<meta name="nestmark-first-account" content="on"'
  const off = { PUBLIC_SITE: 'off' }
  expect(await readPage('/', off, [], false)).toContain(mark)
  expect(await readPage('/dashboard', off, [], false)).not.toContain(mark)
  expect(await readPage('/', off, [], true)).not.toContain(mark)
})

test('EXT-01 the page knows which ZIPs of the extension the build made, and the server sends them', async () => {
  const zips = ['nestmark-0.1.0-chrome.zip', 'nestmark-0.1.0-firefox.zip', 'nestmark-0.1.0-sources.zip']
  expect(await readPage('/settings', {}, zips)).toContain(
    '<meta name="nestmark-extension" content="chrome firefox"',
  )
  expect(await readPage('/extension/nestmark-firefox.zip', {}, zips)).toBe('nestmark-0.1.0-firefox.zip')
  expect(await readPage('/settings', {})).toContain('<meta name="nestmark-extension" content=""')
})
