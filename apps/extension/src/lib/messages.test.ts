import { limits } from '@nestmark/core/limits'
import { expect, test } from 'vitest'
import { readContentMessage, readPageMessage } from './messages.ts'

const own = { id: 'own-id', origin: 'chrome-extension://own-id/' }
const popup = { id: 'own-id', url: 'chrome-extension://own-id/popup.html' }
const page = { id: 'own-id', url: 'https://site.example/a', frameId: 0, tab: { id: 3 } }
const link = {
  kind: 'save',
  link: 'https://a.example',
  name: 'A',
  desc: '',
  category: 3,
  parent: null,
  tags: [],
}
const save = { kind: 'run', task: link }

test('T16 the pages of the extension may save, connect and read the status', () => {
  expect(readPageMessage(save, popup, own)).toEqual(save)
  expect(readPageMessage({ kind: 'status' }, { ...popup, tab: { id: 1 } }, own)).toEqual({ kind: 'status' })
})

test.each([
  ['another extension', { ...popup, id: 'other' }],
  ['no id', { url: popup.url }],
  ['our script in a web page', page],
  ['a page with a similar address', { ...popup, url: 'https://evil.example/chrome-extension://own-id/' }],
  ['no address', { id: 'own-id' }],
])('T16 %s may not speak as a page of the extension', (_, sender) => {
  for (const message of [
    save,
    { kind: 'status' },
    { kind: 'connect', server: 'https://evil.example', name: 'x' },
  ])
    expect(readPageMessage(message, sender, own)).toBeNull()
})

test.each([
  null,
  'status',
  {},
  { kind: 'evaluate', code: '1' },
  { kind: 'run', task: { ...link, category: 9 } },
  { kind: 'run', task: { ...link, name: 'n'.repeat(501) } },
  { kind: 'run', task: { kind: 'deleteAccount' } },
  { kind: 'setOffSites', hosts: 'all' },
])('T16 rejects a message of another form: %j', message => {
  expect(readPageMessage(message, popup, own)).toBeNull()
})

test('EXT-01 saves a window of thousands of tabs in one save, up to a limit that the popup states', () => {
  const saveTabs = (count: number) => {
    const links = Array.from({ length: count }, (_, n) => ({ link: `https://a.example/${n}`, name: `${n}` }))
    return { kind: 'run', task: { kind: 'tabs', name: 'Window', links } }
  }
  expect(readPageMessage(saveTabs(2_500), popup, own)).toEqual(saveTabs(2_500))
  expect(readPageMessage(saveTabs(limits.savedTabs), popup, own)).not.toBeNull()
  expect(readPageMessage(saveTabs(limits.savedTabs + 1), popup, own)).toBeNull()
})

const open = { kind: 'openPage', url: 'https://site.example/b#c', ground: 'light', hasRules: true }

test('T16 our script may ask about the page in which it runs', () => {
  expect(readContentMessage(open, page, own)).toEqual(open)
})

test.each([
  ['another page', { ...open, url: 'https://other.example/' }, page],
  ['another page of the same host without TLS', { ...open, url: 'http://site.example/b' }, page],
  ['a page from a frame', open, { ...page, frameId: 2 }],
  ['a page from another extension', open, { ...page, id: 'other' }],
  ['a page outside of a tab', open, { id: 'own-id', url: page.url, frameId: 0 }],
  ['a page from a file', open, { ...page, url: 'file:///etc/passwd' }],
  ['the queue', { kind: 'status' }, page],
  ['a save of anything', save, page],
])('T16 our script may not ask about %s', (_, message, sender) => {
  expect(readContentMessage(message, sender, own)).toBeNull()
})
