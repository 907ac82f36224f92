import type { Page } from 'playwright-core'

/** The maximum number of lines that describe each part of a page in the message of a failure. */
const maxLines = 50

/**
 * Returns the address and the content of a page, for the message of a failure: one at random leaves no other trace. Only
 * the parts that differ between tests are read, without their pictures and addresses.
 */
export async function describePage(page: Page): Promise<string> {
  const parts = [
    page.getByRole('dialog').last(),
    page.getByRole('region', { name: 'Messages' }),
    page.locator('main'),
  ]
  const texts = await Promise.all(
    parts.map(async part => {
      if ((await part.count()) === 0) return []
      const lines = (await part.ariaSnapshot({ timeout: 5000 })).split('\n')
      return lines.filter(line => !/- (img|\/url.*)$/.test(line)).slice(0, maxLines)
    }),
  ).catch((error: unknown) => [[String(error)]])
  return `\nThe page ${page.url()} at the end of the test:\n${texts.flat().join('\n')}`
}
