import { saveLink } from '@nestmark/contract/links/links'
import { beforeAll, expect, test } from 'vitest'
import { uploadFile } from '../../apps/server/src/test/support/files.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { createTone } from '../support/mediaFixture.ts'
import { expectAccessible, expectNoHorizontalScroll, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
})

test.each([1440, 390])(
  'UPL-03 a link with several files shows the first, and the others download, %i px',
  async width => {
    const uploads: string[] = []
    for (const name of ['One.wav', 'Two.wav', 'שלוש.wav'])
      uploads.push(
        await uploadFile(env.app, ada, createTone(1 + uploads.length), { name, type: 'audio/wav' }),
      )
    const { _id } = await ada.call(saveLink, {
      name: 'Takes',
      category: 5,
      s3_key: uploads.map(file => ({ file })),
    })
    const page = await env.open(ada, `/l/${_id}`, { width })
    const button = page.getByRole('button', { name: 'Download שלוש.wav' })
    await button.waitFor()
    await page.getByRole('button', { name: 'Download Two.wav' }).waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toBe('שלוש.wav')
  },
)
