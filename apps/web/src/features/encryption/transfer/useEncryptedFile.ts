import { type LinkFile, maxLinkFileLength, readLinkFile } from '@nestmark/encryption/linkFile'
import { encryptedTransferTexts as texts } from '@nestmark/texts/encryption/encryptedTransfer'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import { useTask } from '../../../ui/fields/useTask.ts'
import { useFocusProblem } from '../../../ui/fields/useFocusProblem.ts'
import {
  type FileKeys,
  listNeededKeys,
  type NeededKey,
  openFromFile,
  openFromSecret,
  openSavedKeys,
} from './fileKeys.ts'

type Errors = Partial<Record<'file' | 'keyFile' | 'keySecret', string>>

/** Reads an encrypted export, and opens the keys that its links need. */
export function useEncryptedFile() {
  const [chosen, setChosen] = useState<{ name: string; file: LinkFile; needed: NeededKey[] }>()
  const [keys, setKeys] = useState<FileKeys>(new Map())
  const [keySecret, setKeySecret] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const task = useTask()
  const showProblem = useFocusProblem()
  const missing = chosen?.needed.filter(({ kid }) => !keys.has(kid)) ?? []
  const openCount = chosen?.needed.reduce((sum, { kid, count }) => sum + (keys.has(kid) ? count : 0), 0) ?? 0

  const run = (work: () => Promise<void>, problem: Errors) => {
    setErrors({})
    return task.run(work, () => {
      setErrors(problem)
      showProblem()
    })
  }
  /** Adds the keys that were opened. @throws Error without any */
  const add = (opened: FileKeys) => {
    if (opened.size === 0) throw new Error('None of the missing keys was opened')
    setKeys(new Map([...keys, ...opened]))
    setKeySecret('')
  }
  return {
    chosen,
    keys,
    missing,
    openCount,
    keySecret,
    setKeySecret,
    errors,
    busy: task.busy,
    choose: (file: File) =>
      run(
        async () => {
          setChosen(undefined)
          if (file.size > maxLinkFileLength) throw new Error('The file is too large')
          const read = readLinkFile(await file.text())
          const needed = listNeededKeys(read)
          setKeys(await openSavedKeys(needed))
          setChosen({ name: file.name, file: read, needed })
        },
        { file: texts.wrongFile },
      ),
    chooseKeyFile: (file: File) =>
      run(async () => add(await openFromFile(missing, file)), {
        keyFile: encryptionTexts.errors.wrongFile,
      }),
    enterKey: () =>
      run(async () => add(await openFromSecret(missing, keySecret)), {
        keySecret: encryptionTexts.errors.wrongKey,
      }),
  }
}

export type EncryptedFile = ReturnType<typeof useEncryptedFile>
