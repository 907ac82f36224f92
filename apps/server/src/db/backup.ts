/** Backups of an entire library: one file that can be restored to either database. */
export { BackupError, type BackupHeader } from './backup/format.ts'
export { type Restored, restoreBackup } from './backup/restore.ts'
export { writeBackup } from './backup/write.ts'
