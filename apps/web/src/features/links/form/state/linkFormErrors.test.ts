import { errorTexts } from '@nestmark/texts/errors'
import { pageErrorTexts } from '@nestmark/texts/pageErrors'
import { expect, test } from 'vitest'
import { Refusal } from '../../../../lib/api/client.ts'
import { replaceGlobal } from '../../../../lib/fakePage.testing.ts'
import { toFieldErrors, toSaveError } from './linkFormErrors.ts'

const refuse = (code: 'links.notFound' | 'collections.notFound') =>
  new Refusal({ status: 404, code, message: errorTexts[code], data: null })

test('SHR-08 a form whose link has lost its share says so, instead of the message of the API', () => {
  expect(toSaveError(refuse('links.notFound'))).toMatchObject({
    message: pageErrorTexts['links.notFound'],
    canRetry: false,
  })
  expect(toFieldErrors(refuse('collections.notFound'))).toEqual({
    parent: pageErrorTexts['collections.notFound'],
  })
})

test('SAVE-08 shows a refusal at its fields, and the limits of tags and collections at theirs', () => {
  const refusal = (part: Partial<ConstructorParameters<typeof Refusal>[0]>) =>
    new Refusal({ status: 400, code: 'request.invalid', message: 'The whole form', ...part })
  const field = (path: string) => ({ path, code: 'x', message: `about ${path}` })
  expect(
    toFieldErrors(refusal({ errors: ['link', 'tags.3', 'check_list.0.text', 'unknown'].map(field) })),
  ).toEqual({ link: 'about link', tags: 'about tags.3', items: 'about check_list.0.text' })
  expect(toFieldErrors(refusal({ code: 'tags.tooMany' as never }))).toHaveProperty('tags')
  expect(toFieldErrors(refusal({ code: 'links.readOnly' }))).toEqual({})
})

test('SAVE-08 lets the person try again what may succeed later, and not what they must change', () => {
  replaceGlobal('navigator', { onLine: false })
  const read = (status: number) => {
    const { canRetry, offline } = toSaveError(new Refusal({ status, code: 'network', message: 'No' }))
    return [canRetry, offline]
  }
  expect(read(0)).toEqual([true, true])
  expect([read(429), read(500), read(503)]).toEqual([
    [true, false],
    [true, false],
    [true, false],
  ])
  expect([read(400), read(403), read(409)]).toEqual([
    [false, false],
    [false, false],
    [false, false],
  ])
})
