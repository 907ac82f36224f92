import { Dialog } from '../../ui/Dialog.tsx'

/** Stands in until the form is built. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="ImportDialog" onClose={onClose}>
      …
    </Dialog>
  )
}
