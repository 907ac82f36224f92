import { createCollection, getTree } from '@nestmark/contract/collections'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const create = async (name: string, parent?: string) =>
  (await ada.call(createCollection, { name, parent }))._id

test('typing in the tree moves to the collection whose name begins with the text', async () => {
  for (const name of ['Bread', 'Breeds', 'Boats', 'Turf roofs']) await create(name)
  const page = await env.open(ada, '/dashboard')
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.replace(/\d.*$/, ''))
  await page.getByRole('treeitem', { name: 'Turf roofs' }).focus()
  await page.keyboard.type('bree')
  await expect.poll(focused).toBe('Breeds')
  // After a pause another name begins; a name may contain a space.
  await page.evaluate(() => new Promise(done => setTimeout(done, 800)))
  await page.keyboard.type('turf r')
  await expect.poll(focused).toBe('Turf roofs')
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await page.evaluate(() => new Promise(done => setTimeout(done, 800)))
  // The same character moves from one to the next.
  await page.keyboard.type('bb')
  await expect.poll(focused).toBe('Bread')
})

test('a drop on the heading of the tree moves to the top, and a forbidden drop shows the reason', async () => {
  const outer = await create('Outer')
  await create('Inner', outer)
  const willem = await env.signIn('willem', 2)
  for (const [name, write] of [
    ['Roofs', 0],
    ['Walls', 1],
  ] as const) {
    const { _id } = await willem.call(createCollection, { name })
    const members = { read_members: [ada.id], ...(write && { write_members: [ada.id] }) }
    await willem.call(setPermissions, { folder_id: _id, read: 1, write, ...members })
  }
  const page = await env.open(ada, `/c/${outer}`)
  const tree = page.getByRole('tree').first()
  await tree.getByRole('treeitem', { name: 'Inner' }).waitFor()
  await waitForIdle(page)
  const drag = async (from: string, to: string) => {
    await tree.getByRole('treeitem', { name: from }).hover()
    await page.mouse.down()
    // Two moves: the first one starts the drag.
    const target = page.getByRole('treeitem', { name: to })
    await target.hover()
    await target.hover({ position: { x: 30, y: 12 } })
  }
  await drag('Inner', 'Roofs')
  const reason = page.getByText('You can’t add to this collection')
  await reason.waitFor()
  // It is not cut off.
  expect(await reason.evaluate(each => each.scrollWidth - each.clientWidth)).toBe(0)
  await page.mouse.up()
  await drag('Inner', 'Walls')
  await page.mouse.up()
  await page.getByText('Links and collections stay with their owner').waitFor()
  await drag('Inner', 'Outer')
  await page.getByText('Already here').waitFor()
  await page.mouse.up()
  await drag('Outer', 'Inner')
  await page.getByText('Can’t move into itself').waitFor()
  await page.mouse.up()

  await tree
    .getByRole('treeitem', { name: 'Inner' })
    .dragTo(page.getByRole('complementary').getByRole('link', { name: 'Collections', exact: true }))
  await expect
    .poll(async () => (await ada.call(getTree, {})).children.map(child => child.folder_name))
    .toContain('Inner')
})
