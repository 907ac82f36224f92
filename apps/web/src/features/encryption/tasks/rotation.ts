import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { quoted } from '@nestmark/texts/quoted'
import { keyRing, type SavedKey } from '../../../lib/encryption/keyRing.ts'
import { startRunner } from '../../../lib/encryption/runner.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { rotateTarget } from './runs.ts'

/**
 * Encrypts all links of a key again with the new key of their collection, and shows the progress. Both keys are needed
 * until the end, so an interrupted run can continue.
 */
export function startRotation(
  { parent, kid: from }: Pick<SavedKey, 'parent' | 'kid'>,
  { to, name, total }: { to: string; name: string; total?: number | undefined },
): void {
  const target = { collection: { _id: parent, name } }
  const runner = startRunner(
    options => rotateTarget(target, { from, to }, options),
    () => {
      keyRing.remove({ parent, kid: from })
      toast({ title: texts.keys.newKeyDone })
    },
  )
  openOverlay('encryptionRun', { runner, kind: 'rotate', name: quoted(name), total })
}
