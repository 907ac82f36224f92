import { encryptedTransferTexts as texts } from '@nestmark/texts/encryption/encryptedTransfer'
import { type RunOptions, startRunner } from '../../../lib/encryption/runner.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { createLibraryReader } from './readLibrary.ts'

const fileName = 'nestmark-encrypted'
const readableName = 'nestmark-readable'

/**
 * Exports the encrypted links of the library, as they are stored or in plain text. Shows the progress; it can be
 * stopped.
 * @param total their number, as far as it is known
 */
export function exportLinks(kind: 'encrypted' | 'readable', total: number | undefined): void {
  const { read, links, withFiles } = createLibraryReader()
  let locked = 0
  const run = async (options: RunOptions): Promise<number> => {
    const done = await read(options)
    if (options.signal.aborted || links.length === 0) return done
    if (kind === 'encrypted') {
      const { saveEncryptedFile } = await import('./exportEncrypted.ts')
      await saveEncryptedFile(links, fileName)
    } else {
      const { saveReadableFile } = await import('./exportReadable.ts')
      locked = await saveReadableFile(links, readableName)
    }
    return done
  }
  const runner = startRunner(run, () => {
    const files = withFiles.length
    if (links.length + files === 0) return void toast({ tone: 'danger', title: texts.nothing })
    const line = [locked > 0 && texts.leftOut(locked), files > 0 && texts.filesLeftOut(files)]
      .filter(Boolean)
      .join(' ')
    toast({
      title: texts.exported(links.length - locked),
      ...(line !== '' && { line }),
    })
  })
  openOverlay('encryptionRun', { runner, kind: 'export', name: '', total })
}
