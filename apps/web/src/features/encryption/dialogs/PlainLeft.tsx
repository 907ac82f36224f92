import type { Collection } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { Button } from '../../../ui/fields/Button.tsx'
import { useTask } from '../../../ui/fields/useTask.ts'
import { IconLock, IconLockOff } from '../../../ui/icons.ts'
import { NoticeBar } from '../NoticeBar.tsx'

/** Shows how many links of an encrypted collection are in plain text, and encrypts them. */
export function PlainLeft({ folder, count }: { folder: Collection; count: number }) {
  const { busy, run } = useTask()
  const encrypt = () =>
    run(async () => {
      const { encryptPlainLinks } = await import('../tasks/encryptPlainLinks.ts')
      await encryptPlainLinks(folder._id)
    })
  return (
    <NoticeBar
      label={texts.isPlain}
      icon={IconLockOff}
      title={texts.plainLeft(count)}
      line={texts.plainLeftLine(count)}
    >
      <Button size="sm" icon={IconLock} aria-disabled={busy} onClick={() => void encrypt()}>
        {texts.encryptCount(count)}
      </Button>
    </NoticeBar>
  )
}
