import { randomBytes } from 'node:crypto'
import type { JSHandle, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'

/** A file of a test. */
export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Returns a PNG of noise, which does not compress. A side of 1,600 pixels has 7.7 MB. */
export async function noisePicture(name: string, side: number): Promise<TestFile> {
  const raw = { width: side, height: side, channels: 3 as const }
  const buffer = await sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Returns bytes that are sniffed as MPEG audio. No browser can play them. */
export const soundFile = (name: string, length: number): TestFile => ({
  name,
  mimeType: 'audio/mpeg',
  buffer: Buffer.concat([Buffer.from('ID3'), randomBytes(length - 3)]),
})

/** Creates the data of a drag in the page. */
export function toDataTransfer(page: Page, files: readonly TestFile[]): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    list => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      return transfer
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  )
}

export const dropFile = (page: Page, file: TestFile): Promise<void> => dropFiles(page, [file])

/** Drops files on the page. It loads the code that accepts them after its first content. */
export async function dropFiles(page: Page, files: readonly TestFile[]): Promise<void> {
  const dataTransfer = await toDataTransfer(page, files)
  await expect
    .poll(async () => {
      await page.dispatchEvent('main', 'dragenter', { dataTransfer })
      return page.getByText(/^Drop [\d,]+ files? into/).count()
    })
    .toBe(1)
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}

export const findTray = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' })

/** Returns the row of a file in the list of uploads. */
export const findRow = (page: Page, name: string): Locator =>
  findTray(page).getByRole('listitem').filter({ hasText: name })
