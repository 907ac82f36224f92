import { TextLayer } from 'pdfjs-dist'

/** The scale at which the widths of words are measured. */
const measuringScale = 20

/**
 * Measures words at a large size. At a pixel ratio of 1, browsers round the widths of glyphs to pixels, so that words
 * of a small size would be up to a tenth narrower or wider than they are in the document.
 */
class MeasuredTextLayer extends TextLayer {
  constructor(options: ConstructorParameters<typeof TextLayer>[0]) {
    super({ ...options, viewport: options.viewport.clone({ scale: measuringScale }) })
  }
}

// The components take the class from this variable when they are loaded.
Object.assign((globalThis as unknown as { pdfjsLib: object }).pdfjsLib, { TextLayer: MeasuredTextLayer })
