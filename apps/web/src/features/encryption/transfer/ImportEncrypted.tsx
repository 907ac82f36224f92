import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { encryptedTransferTexts as texts } from '@nestmark/texts/encryption/encryptedTransfer'
import { type SavedKey, toSavedId, useKeys } from '../../../lib/encryption/keyRing.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { IconFileImport } from '../../../ui/icons.ts'
import { Select } from '../../../ui/menus/Select.tsx'
import { toDisplayName, useTree } from '../../collections/data.ts'
import css from '../encryption.module.css'
import { FileField, KeyFileField } from '../keys/FileField.tsx'
import { SecretField } from '../keys/SecretField.tsx'
import type { EncryptedFile } from './useEncryptedFile.ts'
import { useImportEncrypted } from './useImportEncrypted.ts'

/** Imports an encrypted export into a collection whose key is in this browser. */
export default function ImportEncrypted({ onClose }: { onClose: () => void }) {
  const { index } = useTree()
  const targets = useKeys().filter(key => index?.entries.has(key.parent))
  const nameOf = ({ parent, label }: SavedKey) => toDisplayName(index?.entries.get(parent)?.name ?? label)
  const form = useImportEncrypted(targets, nameOf, onClose)
  const { source, errors, target } = form
  const { chosen, missing, openCount } = source
  const submit = () => {
    // Enter in the field for a missing key opens it.
    void (source.keySecret === '' ? form.submit() : source.enterKey())
  }
  return (
    <Dialog
      title={texts.importTitle}
      icon={IconFileImport}
      onClose={onClose}
      action={{
        disabled: form.busy || !chosen || openCount === 0 || targets.length === 0,
        children: form.busy
          ? encryptionTexts.opening
          : openCount > 0
            ? texts.submit(openCount)
            : texts.submitNone,
      }}
      onSubmit={submit}
      formClass="stack g16"
    >
      <p className="text14 t2">{texts.importLead}</p>
      <FileField
        label={texts.file}
        accept=".json,application/json"
        prompts={{ drop: texts.dropFile, choose: texts.chooseFile }}
        name={chosen?.name ?? ''}
        error={source.errors.file}
        onFile={file => void source.choose(file)}
      />
      {chosen && (
        <p className="t2 mt8" role="status">
          {texts.found(chosen.file.links.length, chosen.file.collections.length)}
          {missing.length === 0 && ` · ${texts.allOpen}`}
        </p>
      )}
      {missing.length > 0 && <MissingKeys source={source} />}
      {targets.length === 0 ? (
        <p className="text14 t2">{texts.noTarget}</p>
      ) : (
        <Field label={texts.target} error={errors.target}>
          {control => (
            <Select
              {...control}
              label={texts.target}
              options={[
                { value: '', label: texts.chooseTarget },
                ...targets.map(key => ({ value: toSavedId(key), label: nameOf(key) })),
              ]}
              value={form.targetId}
              onChange={form.setTargetId}
            />
          )}
        </Field>
      )}
      {form.needsSecret && target && (
        <div>
          <SecretField
            label={encryptionTexts.secretOf(target.label)}
            value={form.secret}
            error={errors.secret}
            onChange={form.setSecret}
          />
          <p className="t2 mt8">{texts.secretLine}</p>
        </div>
      )}
    </Dialog>
  )
}

/** Opens keys of the file that are not in this browser. They are not saved. */
function MissingKeys({ source }: { source: EncryptedFile }) {
  const { missing, errors } = source
  return (
    <>
      <p className="text14 t2">
        {texts.missing(
          missing.reduce((sum, { count }) => sum + count, 0),
          missing.flatMap(({ names }) => names),
        )}
      </p>
      <KeyFileField name="" error={errors.keyFile} onFile={file => void source.chooseKeyFile(file)} />
      <div className={`row t3 f12 ${css.or}`}>{encryptionTexts.orEnter}</div>
      <SecretField
        label={encryptionTexts.collectionKey}
        value={source.keySecret}
        error={errors.keySecret}
        onChange={source.setKeySecret}
      />
      <div>
        <Button disabled={source.busy || source.keySecret === ''} onClick={() => void source.enterKey()}>
          {texts.openKey}
        </Button>
      </div>
    </>
  )
}
