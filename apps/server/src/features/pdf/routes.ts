import { dropCapture as drop, keepCapture as keep } from '@nestmark/contract/copies'
import { urlToPdf as toPdf } from '@nestmark/contract/pdf'
import { implement, type Route } from '../../http/implement.ts'
import { dropCapture } from './dropCapture.ts'
import { keepCapture } from './keepCapture.ts'
import { urlToPdf } from './urlToPdf.ts'

export const pdfRoutes: readonly Route[] = [
  implement(toPdf, urlToPdf),
  implement(keep, keepCapture),
  implement(drop, dropCapture),
]
