/** Stands in until the overlay is built. */
export default function LinkOverlay() {
  return null
}
