/** `auto`: the browser of the npm package, or an installed one. `off`: none. Otherwise the path of a browser. */
export interface BrowserConfig {
  browser: string
  /** Where the browser of the npm package is unpacked; null for a folder in the temporary folder of the system. */
  folder: string | null
  /** False where the system allows the browser no sandbox and the operator accepts that. */
  sandbox: boolean
}
