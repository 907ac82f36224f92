/** Backups of an entire library: one file that can be restored to either database. */
export { BackupError } from './backup/format.ts'
export { restoreBackup } from './backup/restore.ts'
export { writeBackup } from './backup/write.ts'
