import { estimateBits, weakBits } from '@nestmark/encryption/secrets/strength'
import { maxSecretLength, minSecretLength } from '@nestmark/encryption/secrets/secret'
import { generateSecret } from '@nestmark/encryption/secrets/strongSecret'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { type Ref, useState } from 'react'
import { copyText } from '../../../lib/browser/copyText.ts'
import { Button, IconButton } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Field, fieldCss } from '../../../ui/fields/Field.tsx'
import { IconCopy, IconEye, IconEyeOff, IconKey } from '../../../ui/icons.ts'
import css from '../encryption.module.css'

/** Bits from which a secret counts as long, and as very strong. */
const goodBits = weakBits
const strongBits = 100

/** Returns the level of the meter, 0 to 4. */
function rateSecret(secret: string): 0 | 1 | 2 | 3 | 4 {
  if (secret.length < minSecretLength) return 0
  const bits = estimateBits(secret)
  if (bits < 40) return 1
  if (bits < goodBits) return 2
  return bits < strongBits ? 3 : 4
}

/** The field for a secret: hidden until it is shown. With `isNew` it has a meter and generates a strong one. */
export function SecretField({
  label = texts.secret,
  value,
  error,
  isNew = false,
  autoFocus = false,
  inputRef,
  onChange,
}: {
  label?: string
  value: string
  error: string | undefined
  isNew?: boolean
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
  onChange: (secret: string) => void
}) {
  const [isShown, setIsShown] = useState(false)
  const [isGenerated, setIsGenerated] = useState(false)
  const generate = () => {
    onChange(generateSecret())
    setIsShown(true)
    setIsGenerated(true)
  }
  const copy = () =>
    copyText(value, { copied: texts.copied, copyFailed: texts.copyFailed, failedLine: texts.copyFailedLine })
  return (
    <div>
      {isNew && (
        <div className={`flex wrap g8 ${css.generate}`}>
          <Button icon={IconKey} onClick={generate}>
            {texts.generate}
          </Button>
          {isGenerated && (
            <Button variant="ghost" icon={IconCopy} onClick={() => void copy()}>
              {texts.copySecret}
            </Button>
          )}
        </div>
      )}
      <Field label={label} hint={isNew ? texts.secretHint : undefined} error={error}>
        {control => (
          <div className={fieldCss.box}>
            <input
              {...control}
              ref={inputRef}
              className={classes(fieldCss.inside, isShown && css.secret)}
              type={isShown ? 'text' : 'password'}
              autoComplete={isNew ? 'new-password' : 'off'}
              autoCapitalize="off"
              spellCheck={false}
              dir="ltr"
              data-autofocus={autoFocus || undefined}
              maxLength={maxSecretLength}
              value={value}
              onChange={event => {
                onChange(event.currentTarget.value)
                setIsGenerated(false)
              }}
            />
            <IconButton
              small
              className={css.eye}
              icon={isShown ? IconEyeOff : IconEye}
              label={isShown ? texts.hideSecret : texts.showSecret}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            />
          </div>
        )}
      </Field>
      {isNew && <Meter secret={value} />}
      {isNew && isGenerated && <p className="t2 mt8">{texts.generated}</p>}
    </div>
  )
}

/** Shows how hard a secret is to guess, in bars and in words. */
function Meter({ secret }: { secret: string }) {
  if (secret === '') return null
  const level = rateSecret(secret)
  return (
    <>
      <div className="row text12 g10 t2 mt8" role="status">
        <span className={css.bars} data-level={level} aria-hidden="true">
          <span />
          <span />
          <span />
          <span />
        </span>
        <span>{texts.strength[level]}</span>
      </div>
      {level > 0 && level < 3 && <p className={`text12 mt4 ${css.weak}`}>{texts.weak}</p>}
    </>
  )
}
