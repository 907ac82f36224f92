import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'

const extension = join(import.meta.dirname, '../apps/extension/dist')
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'building/buildExtension.mjs')])
}, 300_000)

interface BuiltManifest {
  manifest_version: number
  name: string
  version: string
  description: string
  icons: Record<string, string>
  permissions: string[]
  action: { default_popup: string }
  options_ui: { page: string }
  background: { service_worker?: string; scripts?: string[] }
}

const folderOf = (browser: string) => join(extension, `${browser}-mv3`)
const readBuilt = (browser: string, file: string) => readFileSync(join(folderOf(browser), file))
const listFiles = (browser: string) =>
  readdirSync(folderOf(browser), { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name))

/** Returns the width and height of a PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe.each(['chrome', 'edge', 'opera', 'firefox'])('EXT-01 the built extension for %s', browser => {
  // The rules of the Chrome Web Store: developer.chrome.com/docs/webstore/program-policies and /docs/extensions/reference/manifest.
  test('has what the stores require: Manifest V3, name, version, description and icons in their sizes', () => {
    const manifest = JSON.parse(readBuilt(browser, 'manifest.json').toString()) as BuiltManifest
    expect(manifest.manifest_version).toBe(3)
    expect(manifest.name.length).toBeLessThanOrEqual(75)
    expect(manifest.version).toMatch(/^\d{1,5}(\.\d{1,5}){0,3}$/)
    expect(manifest.description.length).toBeLessThanOrEqual(132)
    for (const size of [16, 48, 128])
      expect(sizeOf(readBuilt(browser, manifest.icons[size] ?? '')), String(size)).toEqual([size, size])
    const { action, options_ui: options, background } = manifest
    for (const file of [
      action.default_popup,
      options.page,
      background.service_worker ?? background.scripts?.[0] ?? '',
    ])
      expect(existsSync(join(folderOf(browser), file)), file).toBe(true)
  })

  test('asks at install for the permissions of ADR 057 and for no host, and for no other policy of its pages', () => {
    const manifest = JSON.parse(readBuilt(browser, 'manifest.json').toString()) as BuiltManifest
    expect(manifest.permissions).toEqual(['activeTab', 'scripting', 'storage', 'contextMenus', 'alarms'])
    for (const key of [
      'host_permissions',
      'content_scripts',
      'web_accessible_resources',
      'content_security_policy',
      'sandbox',
      'update_url',
    ])
      expect(manifest, key).not.toHaveProperty(key)
  })

  test('runs no code that is not in it: no remote script, no text as code', () => {
    for (const file of listFiles(browser)) {
      if (!/\.(js|html)$/.test(file)) continue
      const source = readFileSync(file, 'utf8')
      const remote = /<script[^>]+src=["']?(?:https?:)?\/\//i
      const inline = /<script(?![^>]*\ssrc=)[^>]*>\s*\S/i
      const asCode =
        /\beval\(|\bnew Function\b|\bFunction\(|=\s*Function\b|import\(["'`]?https?:|importScripts\(["'`]https?:/
      for (const forbidden of file.endsWith('.html') ? [remote, inline] : [asCode])
        expect(forbidden.exec(source)?.[0] ?? null, `${file}: ${String(forbidden)}`).toBeNull()
    }
  })
})

test('EXT-01 the linter of addons.mozilla.org finds no error, and nothing else but the innerHTML of Preact', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, '../node_modules/addons-linter/bin/addons-linter'),
    join(extension, readdirSync(extension).find(each => each.endsWith('-firefox.zip')) ?? ''),
    '--output=json',
  ])
  const report = JSON.parse(stdout) as Record<'errors' | 'notices' | 'warnings', { code: string }[]>
  expect(report.errors).toEqual([])
  expect(report.notices).toEqual([])
  // The popup and the bar have a copy each. Nothing of ours sets it.
  expect(report.warnings.map(each => each.code)).toEqual(['UNSAFE_VAR_ASSIGNMENT', 'UNSAFE_VAR_ASSIGNMENT'])
})
