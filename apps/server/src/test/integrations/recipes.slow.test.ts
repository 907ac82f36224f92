import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addKey } from '@nestmark/contract/apiKeys'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { generateApiKey } from '@nestmark/core/apiKey'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, app, makeHook, receiver, setUpFixture } from '../../features/webhooks/fixture.testing.ts'
import { pass } from '../../features/webhooks/receiver.testing.ts'

setUpFixture()

const docs = readFileSync(join(import.meta.dirname, '../../../../../docs/integrations.md'), 'utf8')
/** The commands of the recipes, without the first one, which sets the address and the key. */
const recipes = [...docs.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!).slice(1)

const canRun = (() => {
  try {
    // The first version with `--json`.
    const [, major, minor] = /^curl (\d+)\.(\d+)/.exec(execFileSync('curl', ['--version']).toString()) ?? []
    return Number(major) > 7 || Number(minor) >= 82
  } catch {
    return false
  }
})()

let key: string
beforeEach(async () => {
  key = generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
  await ada.call(addKey, { key, name: 'Recipes' })
})

/** Runs a recipe with the address of the server, a key, and an address that the server may call. */
async function runRecipe(recipe: string): Promise<string> {
  const env = { ...process.env, NESTMARK: app.origin, KEY: key }
  const command = recipe.replace('https://hooks.example/nestmark', receiver.address)
  return (await promisify(execFile)('sh', ['-ec', command], { env })).stdout
}

describe.runIf(canRun)('EXT-03 the recipes with curl', () => {
  test('EXT-03 each recipe of docs/integrations.md works as it is written', async () => {
    expect(recipes).toHaveLength(5)
    const answers = []
    for (const recipe of [...recipes, recipes[1]!]) answers.push(await runRecipe(recipe))
    const { links } = await ada.call(listDashboardLinks, {})
    const texts = links.map(each => [each.name, each.desc, each.category])
    // The link with an Idempotency-Key was saved twice.
    expect(texts).toHaveLength(3)
    expect(texts).toContainEqual(['Rye', 'With {{ seeds }}', 3])
    expect(texts).toContainEqual(['Ratio', '100 flour, 70 water, 2 salt', 4])
    expect(links.find(each => each.link === 'https://bread.example/sourdough')!.tags).toMatchObject([
      { name: 'bread' },
    ])
    expect(answers[4]).toContain('secret')
    await ada.call(saveLink, { name: 'New', desc: 'x', category: 4 })
    await pass(app)
    expect(receiver.take().at(-1)).toMatchObject({ type: 'link.created', links: [{ name: 'New' }] })
  })

  test('EXT-03 iOS Shortcuts: rejects a category of type Text', async () => {
    const text = recipes[1]!.replace('"category": 3', '"category": "3"')
    await expect(runRecipe(text)).rejects.toMatchObject({ stdout: expect.stringContaining('category') })
  })
})

test('EXT-03 Pabbly: calls a webhook of new links with events, and each of them has links', async () => {
  await makeHook({ events: ['link.created'], desc: 'Pabbly' })
  await ada.call(saveLink, { name: 'Rye', link: 'https://bread.example/rye', category: 3, tags: ['bread'] })
  await pass(app)
  expect(JSON.parse(receiver.calls[0]!.body)).toMatchObject({
    events: [
      { type: 'link.created', links: [{ name: 'Rye', link: 'https://bread.example/rye', tags: ['bread'] }] },
    ],
  })
})
