/** How a user reads on this device. */
export interface ReaderSettings {
  /** The size of the text in pixels; null for the one that fits the window. */
  size: number | null
  width: 'narrow' | 'medium' | 'wide'
  lineHeight: 1.5 | 1.7 | 1.9
  typeface: 'serif' | 'sans'
  /** `app` follows the colour scheme of the app. */
  theme: 'app' | 'sheet' | 'straw' | 'dark' | 'black'
}

export const sizes = { min: 15, max: 25, wide: 19, phone: 18 } as const

export const standardSettings: ReaderSettings = {
  size: null,
  width: 'medium',
  lineHeight: 1.7,
  typeface: 'serif',
  theme: 'app',
}
