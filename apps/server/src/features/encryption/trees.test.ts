import { getTree } from '@nestmark/contract/collections'
import { getSharedTrees, setPermissions } from '@nestmark/contract/sharing/share'
import type { TreeNode } from '@nestmark/contract/shapes'
import { expect, test } from 'vitest'
import { signIn } from '../../test/support/people.ts'
import { ada, app, create, folder, setUpFixture } from './fixture.testing.ts'

setUpFixture()

const flatten = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(flatten)]

test('ENC-01 the trees of owner and members say which collections have a key', async () => {
  const rosa = await signIn(app, 'rosa', 2)
  const plain = await create('Plain', folder)
  await ada.call(setPermissions, { folder_id: folder, read: 1, write: 0, read_members: [rosa.id] })
  const own = flatten(await ada.call(getTree, {}))
  const shared = (await rosa.call(getSharedTrees, {})).flatMap(({ tree }) => flatten(tree))
  for (const nodes of [own, shared]) {
    expect(nodes.find(({ _id }) => _id === folder)).toMatchObject({ is_encrypted: 1 })
    expect(nodes.find(({ _id }) => _id === plain)).toMatchObject({ folder_name: 'Plain' })
    expect(nodes.find(({ _id }) => _id === plain)).not.toHaveProperty('is_encrypted')
  }
})
