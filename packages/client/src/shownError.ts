/** An error whose message the page shows to the user. */
export class ShownError extends Error {
  override name = 'ShownError'
}
