import { getCollection, listSubcollections } from '@nestmark/contract/collections'
import { favouriteLink, saveLink } from '@nestmark/contract/links/links'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { importBookmarks } from '@nestmark/contract/transfer/importExport'
import { getSharedTrees } from '@nestmark/contract/sharing/share'
import { describe, expect, test } from 'vitest'
import { ada, app, deep, links, research, setUpFixture, share, turf, willem } from '../fixture.testing.ts'

setUpFixture()

const page = async (path: string) => {
  const answer = await fetch(app.origin + path)
  const text = await answer.text()
  return { status: answer.status, text, content: /<noscript>[^]*<\/noscript>/.exec(text)?.[0] ?? '' }
}

describe('COL-01 the page of a public collection', () => {
  test('shows the number of links, collections and people to visitors only', async () => {
    await share(research, { read: 3, write: 1, write_members: [willem.id] })
    const { folder, summary } = await app.as(null)(getCollection, { folder_id: turf })
    expect(folder).toMatchObject({ role: 'public', owner_name: 'ada', links_count: 1 })
    expect(summary).toEqual({
      links: 2,
      category_counts: [0, 0, 2, 0, 0],
      collections: 1,
      update_date: folder.update_date,
      contributors: 2,
    })
    app.clock.now += 1000
    await ada.call(saveLink, { name: 'Song', link: 'https://example.org/song', category: 5, parent: deep })
    const later = await app.as(null)(getCollection, { folder_id: turf })
    expect(later.folder.update_date).toBe(folder.update_date)
    expect(later.summary).toMatchObject({
      category_counts: [0, 0, 2, 0, 1],
      update_date: folder.update_date + 1000,
    })
    expect((await ada.call(getCollection, { folder_id: turf })).summary).toBeUndefined()
    expect((await willem.call(getCollection, { folder_id: turf })).summary).toBeUndefined()
  })

  test('lists of sub-collections count the same for visitors and, by their trees, for members and the owner', async () => {
    await share(research, { read: 3, write: 1, write_members: [willem.id] })
    const inside = { category_counts: [0, 0, 2, 0, 0], collections: 1, levels: 1 }
    const { folders } = await app.as(null)(listSubcollections, { folder_id: research })
    expect(folders).toMatchObject([{ _id: turf, links_count: 1, folder_count: 1, inside }])
    for (const { call } of [ada, willem]) {
      const [listed] = (await call(listSubcollections, { folder_id: research })).folders
      expect(listed).toMatchObject({ _id: turf })
      expect(listed).not.toHaveProperty('inside')
    }
    const [shared] = await willem.call(getSharedTrees, {})
    const [below] = shared!.tree.children
    expect([below!.links_count, below!.children.map(each => each.links_count)]).toEqual([1, [1]])
  })

  test('is readable and searchable without scripts, and escapes user texts', async () => {
    await ada.call(saveLink, {
      name: '<script>alert(1)</script> & "more"',
      link: 'https://example.org/?a=1&b="2"',
      category: 3,
      parent: turf,
    })
    await ada.call(saveLink, { name: 'Only text', desc: 'A note', category: 4, parent: turf })
    expect((await page(`/c/${turf}`)).content).toBe('')
    await share(turf, { read: 3 })
    const { content, text } = await page(`/c/${turf}`)
    expect(content).toContain('<h1>Turf</h1>')
    expect(content).toContain('Collected by ada')
    expect(content).toContain(`<a href="/c/${deep}"`)
    expect(content).toContain('<a href="https://example.org/middle"')
    expect(content).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;more&#34;')
    expect(content).not.toContain('<script')
    expect(content).toMatch(/<a href="\/l\/[\w-]+" [^>]*>Only text</)
    expect(text).toContain(`/c/${turf}/bookmarks.html`)
    const found = await page(`/c/${turf}?q=bottom`)
    expect(found.content).toContain('https://example.org/bottom')
    expect(found.content).not.toContain('https://example.org/middle')
    expect(found.content).toContain('value="bottom"')
    expect((await page(`/c/${turf}?q=%22%3E%3Cb%3E`)).content).toContain('value="&#34;&#62;&#60;b&#62;"')
    expect((await page(`/c/${turf}?q=${'nothing'.repeat(99)}`)).content).toContain('Nothing here yet')
    expect((await page(`/c/${turf}?q=a&q=b`)).status).toBe(200)
    await share(turf, { read: 0 })
    expect((await page(`/c/${turf}?q=bottom`)).content).toBe('')
  })

  test('Z05 is a bookmark file too, without the owner’s marks and notes', async () => {
    await ada.call(favouriteLink, { link_id: links.middle!, is_fav: 1 })
    await ada.call(saveNote, { link_id: links.middle!, note: 'Only for me' })
    expect((await page(`/c/${turf}/bookmarks.html`)).status).toBe(404)
    await share(turf, { read: 3 })
    const { status, text } = await page(`/c/${turf}/bookmarks.html`)
    expect(status).toBe(200)
    expect(text).toMatch(
      /<H3[^>]*>Turf<\/H3>[^]*example\.org\/middle[^]*<H3[^>]*>Deep<\/H3>[^]*example\.org\/bottom/,
    )
    expect(text).not.toContain('example.org/top')
    expect(text).not.toMatch(/Research|Only for me|favou?rite/i)
    const body = new FormData()
    body.append('type', 'html')
    body.append('file', new Blob([text]), 'bookmarks.html')
    const answer = await fetch(`${app.origin}/api/${importBookmarks.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${willem.token}` },
      body,
    })
    expect(answer.status).toBe(202)
    expect((await page('/c/unknown/bookmarks.html')).status).toBe(404)
  })
})
