import { Dialog } from '../../ui/Dialog.tsx'

/** Stands in until the form is built. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="ExportDialog" onClose={onClose}>
      …
    </Dialog>
  )
}
