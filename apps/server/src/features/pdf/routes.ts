import * as contract from '@nestmark/contract/pdf'
import { implement, type Route } from '../../calls/route.ts'
import { dropCapture } from './dropCapture.ts'
import { keepCapture } from './keepCapture.ts'
import { urlToPdf } from './urlToPdf.ts'

export const pdfRoutes: readonly Route[] = [
  implement(contract.urlToPdf, urlToPdf),
  implement(contract.keepCapture, keepCapture),
  implement(contract.dropCapture, dropCapture),
]
