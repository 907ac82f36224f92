import { listDashboardCollections, getTree } from '@nestmark/contract/collections'
import { getLink, trashLinks } from '@nestmark/contract/links/links'
import * as contract from '@nestmark/contract/sharing/share'
import { describe, expect, test } from 'vitest'
import {
  ada,
  app,
  deep,
  links,
  research,
  setUpFixture,
  share,
  turf,
  willem,
  xaver,
} from '../fixture.testing.ts'
import { toOutcome } from '../../../test/support/people.ts'

setUpFixture()

describe('LINK-04 LINK-05 LINK-07 COL-01 public view', () => {
  const visit = async (path: string, init?: RequestInit) => {
    const answer = await fetch(app.origin + path, { redirect: 'manual', ...init })
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      body: await answer.json().catch(() => null),
    }
  }
  const post = (path: string, body: object) =>
    visit(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('LINK-04 LINK-05 keeps a link private until its owner makes it public, and again after the owner revokes that', async () => {
    const id = links.top!
    expect(await visit(`/api/l/${id}`)).toMatchObject({
      status: 203,
      body: { message: 'Private Link!', data: { link: null } },
    })
    expect(await visit('/api/l/nowhere')).toMatchObject({ status: 203, body: { message: 'invalid linkid' } })
    expect(await post('/api/get-single-link', { link_id: id })).toMatchObject({
      status: 401,
      body: { message: 'No Token Found!' },
    })
    expect(await toOutcome(xaver.call(getLink, { link_id: id }))).toBe('links.private')
    await ada.call(contract.makeLinkPublic, { link_id: id, is_public: 1 })
    const { body } = await visit(`/api/l/${id}`)
    expect(body.data.link).toMatchObject({ name: 'top', is_public: 1, parent: '', favourite: 0 })
    expect(JSON.stringify(body)).not.toContain('Research')
    expect(Object.values(body.data.link.can)).not.toContain(true)
    expect((await xaver.call(getLink, { link_id: id })).link.can.edit).toBe(false)
    await ada.call(contract.makeLinkPublic, { link_id: id, is_public: 0 })
    expect((await visit(`/api/l/${id}`)).status).toBe(203)
    expect(await toOutcome(xaver.call(contract.makeLinkPublic, { link_id: id, is_public: 1 }))).toBe(
      'links.notFound',
    )
  })

  test('Z13 a trashed public link becomes inaccessible immediately', async () => {
    await ada.call(contract.makeLinkPublic, { link_id: links.top!, is_public: 1 })
    await ada.call(trashLinks, { linkIdArr: [links.top!] })
    expect(await visit(`/api/l/${links.top}`)).toMatchObject({
      status: 203,
      body: { message: 'invalid linkid' },
    })
  })

  test('LINK-05 COL-14 Z12 short addresses are stable and redirect, and an invented one to the page for unknown addresses', async () => {
    const { short_link: link } = await ada.call(contract.shareLink, { link_id: links.top! })
    expect(await ada.call(contract.shareLink, { link_id: links.top! })).toEqual({ short_link: link })
    const path = (address: string) => new URL(address).pathname
    expect(await visit(path(link))).toMatchObject({ status: 302, location: `/l/${links.top}` })
    const { short_link: folder } = await ada.call(contract.createShortLink, { folder_id: turf })
    expect(await visit(path(folder))).toMatchObject({ status: 302, location: `/c/${turf}` })
    expect(path(folder).length).toBeGreaterThanOrEqual('/s/'.length + 16)
    expect((await visit('/s/made-up')).location).toBe('/c/unknown')
    expect(await toOutcome(xaver.call(contract.shareLink, { link_id: links.top! }))).toBe('links.notFound')
  })

  test('COL-01 LINK-07 visitors read a public collection and all its descendants, without notes, members or ancestors', async () => {
    await share(turf, { read: 3, read_members: [willem.id] })
    const { body } = await post('/api/get-folder-folders-from-path', { folder_id: turf })
    expect(body.data.folder).toMatchObject({ role: 'public', read: 3, parent: null })
    expect(JSON.stringify(body)).not.toMatch(/Research|willem|ada@/)
    expect(Object.values(body.data.folder.can)).not.toContain(true)
    const inside = await post('/api/get-folder-links-from-path', { folder_id: deep })
    expect(inside.body.data.links.map((link: { name: string }) => link.name)).toEqual(['bottom'])
    expect((await visit(`/api/l/${links.bottom}`)).body.data.link).toMatchObject({ parent: deep })
    expect((await post('/api/get-folder-data', { folder_id: research })).body).toMatchObject({
      status: 403,
      message: 'Private Folder!',
    })
    expect((await post('/api/get-folder-data', { folder_id: 'nowhere' })).body).toMatchObject({
      status: 404,
      message: 'No Folder Found!',
    })
    await share(turf, { read: 0 })
    expect((await post('/api/get-folder-data', { folder_id: deep })).status).toBe(403)
  })

  test('SHR-08 the dashboard and tree of other people do not show it', async () => {
    await share(turf, { read: 3, read_members: [willem.id] })
    expect(JSON.stringify(await willem.call(listDashboardCollections, {}))).not.toContain(turf)
    expect(JSON.stringify(await willem.call(getTree, {}))).not.toContain(turf)
  })
})
