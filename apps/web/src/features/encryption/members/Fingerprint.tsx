import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { copyText } from '../../../lib/browser/copyText.ts'
import { useStableCallback } from '../../../lib/useStableCallback.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconCopy } from '../../../ui/icons.ts'
import { deriveInWorker, type PublicHalf } from '../keys/secretTasks.ts'
import css from './Fingerprint.module.css'

/** The number of specks on the egg. Each takes three bytes. */
const speckCount = 10

/** Shows the fingerprint of two people's public keys: numbers, and an egg whose specks come from the same bytes. */
export function Fingerprint({
  one,
  other,
  onReady,
}: {
  one: PublicHalf
  other: PublicHalf
  onReady?: (() => void) | undefined
}) {
  const { data: found } = useQuery({
    queryKey: ['fingerprint', one, other],
    queryFn: () => deriveInWorker('fingerprint', one, other),
    staleTime: Infinity,
    networkMode: 'always',
  })
  const isReady = found !== undefined
  const report = useStableCallback(() => onReady?.())
  useEffect(() => {
    if (isReady) report()
  }, [isReady, report])
  const text = found?.groups.join(' ') ?? ''
  return (
    <div className={`row ${css.box}`} aria-busy={!found}>
      {found ? (
        <>
          <Egg bytes={found.bytes} />
          <div>
            <p className={css.groups} role="group" aria-label={texts.numbers} dir="ltr">
              {found.groups.map(group => (
                <span key={group}>{group}</span>
              ))}
            </p>
            <Button
              size="sm"
              variant="ghost"
              icon={IconCopy}
              onClick={() =>
                void copyText(text, { copied: texts.copied, copyFailed: texts.copyFailed, failedLine: text })
              }
            >
              {texts.copy}
            </Button>
          </div>
        </>
      ) : (
        <p className="t2" role="status">
          {texts.calculating}
        </p>
      )}
    </div>
  )
}

/** Draws the same bytes for the eye. The numbers decide, so it has no text. */
function Egg({ bytes }: { bytes: Uint8Array }) {
  const specks = Array.from({ length: speckCount }, (_, at) => {
    const [x = 0, y = 0, size = 0] = bytes.subarray(at * 3, at * 3 + 3)
    return {
      x: 18 + (x / 255) * 60,
      y: 22 + (y / 255) * 76,
      rx: 2 + (size % 16) / 3,
      ry: 2 + (size >> 4) / 3,
    }
  })
  return (
    <svg className={css.egg} viewBox="0 0 96 116" aria-hidden="true">
      <path className={css.shell} d="M48 3C70 3 92 40 92 70a44 43 0 0 1-88 0C4 40 26 3 48 3Z" />
      <g className={css.specks}>
        {specks.map(({ x, y, rx, ry }) => (
          <ellipse key={`${x} ${y} ${rx}`} cx={x} cy={y} rx={rx} ry={ry} />
        ))}
      </g>
    </svg>
  )
}
