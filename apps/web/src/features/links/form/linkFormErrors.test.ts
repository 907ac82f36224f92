import { errorTexts } from '@nestmark/texts/errors'
import { pageErrorTexts } from '@nestmark/texts/pageErrors'
import { expect, test } from 'vitest'
import { Refusal } from '../../../lib/api/client.ts'
import { toFieldErrors, toSaveError } from './linkFormErrors.ts'

const refuse = (code: 'links.notFound' | 'collections.notFound') =>
  new Refusal({ status: 404, code, message: errorTexts[code], data: null })

test('SHR-08 a form whose link is no longer shared says so, instead of the message of the API', () => {
  expect(toSaveError(refuse('links.notFound'))).toMatchObject({
    message: pageErrorTexts['links.notFound'],
    canRetry: false,
  })
  expect(toFieldErrors(refuse('collections.notFound'))).toEqual({
    parent: pageErrorTexts['collections.notFound'],
  })
})
