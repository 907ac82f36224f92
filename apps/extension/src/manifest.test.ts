import { expect, test } from 'vitest'
import { manifestOf } from './manifest.ts'

test.each(['chrome', 'edge', 'opera', 'firefox'])('EXT-01 T16 %s asks for no host at install', browser => {
  const manifest = manifestOf(browser)
  expect(manifest.permissions).toEqual(['activeTab', 'scripting', 'storage', 'contextMenus', 'alarms'])
  expect(manifest).not.toHaveProperty('host_permissions')
  expect(manifest).not.toHaveProperty('content_scripts')
  expect(manifest).not.toHaveProperty('web_accessible_resources')
  expect(manifest.optional_host_permissions).toEqual(['*://*/*'])
})

test('EXT-01 states an id and the collected data for Firefox; other manifests let nobody connect', () => {
  expect(manifestOf('firefox')).toHaveProperty('browser_specific_settings.gecko.id')
  expect(manifestOf('firefox')).toHaveProperty('browser_specific_settings.gecko.data_collection_permissions')
  expect(manifestOf('chrome')).toMatchObject({ externally_connectable: { ids: [] } })
})
