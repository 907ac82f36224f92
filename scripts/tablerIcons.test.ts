import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readShapes, shapesFile } from './tablerIcons.mjs'

test('the shapes of the icons are those of the package; after a change run node scripts/tablerIcons.mjs', async () => {
  const shapes = await readShapes()
  expect(Object.keys(shapes).length).toBeGreaterThan(100)
  expect(JSON.parse(readFileSync(shapesFile, 'utf8'))).toEqual(shapes)
})
