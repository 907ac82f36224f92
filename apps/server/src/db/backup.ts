/** Copies of a whole library: one file that either database can be restored from. */
export { BackupError, type BackupHeader } from './backup/format.ts'
export { type Restored, restoreBackup } from './backup/restore.ts'
export { writeBackup } from './backup/write.ts'
