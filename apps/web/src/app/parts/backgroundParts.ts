// What every page shows or does after its own content: one file of the build.
export { default as ClipboardWatcher } from '../shell/ClipboardWatcher.tsx'
export { default as FileArrivals } from '../../features/files/FileArrivals.tsx'
export { default as RunningActions } from '../shell/RunningActions.tsx'
export { default as RunningImport } from '../../features/importExport/RunningImport.tsx'
