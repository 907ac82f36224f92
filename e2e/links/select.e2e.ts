import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

test('WCAG 2.1.1 arrows, Home and End, typed names, Enter, Tab and Escape operate a select', async () => {
  const page = await env.open(ada, '/add-link/?type=4')
  const select = page.getByRole('combobox', { name: 'Note type' })
  await select.focus()
  const readActive = () =>
    select.evaluate(
      each => document.getElementById(each.getAttribute('aria-activedescendant') ?? '')?.textContent,
    )
  const { keyboard } = page
  await keyboard.press('ArrowDown')
  expect(await select.getAttribute('aria-expanded')).toBe('true')
  expect(await readActive()).toBe('Notes / Article')
  await expectAccessible(page)
  await keyboard.press('End')
  expect(await readActive()).toBe('Checklist')
  await keyboard.press('ArrowDown')
  expect(await readActive()).toBe('Checklist')
  await keyboard.press('Home')
  expect(await readActive()).toBe('Notes / Article')
  await keyboard.press('ArrowDown')
  expect(await readActive()).toBe('Quote')
  await keyboard.press('Escape')
  expect(await select.getAttribute('aria-expanded')).toBe('false')
  expect(await select.textContent()).toBe('Notes / Article')
  await keyboard.type('che')
  expect(await readActive()).toBe('Checklist')
  await keyboard.press('Enter')
  expect(await select.textContent()).toBe('Checklist')
  expect(await page.getByRole('option').count()).toBe(0)
  await page.getByRole('textbox', { name: 'Item 1' }).waitFor()
  expect(await select.evaluate(each => each === document.activeElement)).toBe(true)
  await keyboard.press('q')
  await keyboard.press('Tab')
  expect(await select.textContent()).toBe('Quote')
  expect(await select.evaluate(each => each === document.activeElement)).toBe(false)
})

test('WCAG 2.5.5 on a phone a select is a sheet of large rows, and a tap beside it closes it', async () => {
  const page = await env.open(ada, '/add-link/?type=4', { width: 390, height: 844 })
  const select = page.getByRole('combobox', { name: 'Note type' })
  await select.tap()
  const option = page.getByRole('option', { name: 'Quote' })
  expect((await option.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await page.touchscreen.tap(200, 40)
  await option.waitFor({ state: 'detached' })
  await select.tap()
  await option.tap()
  await expect.poll(() => select.textContent()).toBe('Quote')
})
