import { GlobalWorkerOptions } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the build gives the address of the file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
// Before the components, which read the library from a global variable.
import './textLayer.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** The build inserts it (see `pdfAssets.ts`). */
declare const pdfAssetsPath: string

/** The location of resources that a document does not contain. All of it is on our own server. */
export const pdfResources = {
  cMapUrl: `${pdfAssetsPath}cmaps/`,
  standardFontDataUrl: `${pdfAssetsPath}standard_fonts/`,
  // Without it, scanned pages stay white without an error.
  wasmUrl: `${pdfAssetsPath}wasm/`,
  // The content security policy forbids WebAssembly; the same decoders exist in JavaScript.
  useWasm: false,
  // The same words look the same on every device, and are positioned so that they can be selected.
  useSystemFonts: false,
} as const

export * from 'pdfjs-dist'
export {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs'
