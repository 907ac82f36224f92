// What a library without links shows: one file of the build.
export { ImportButton } from '../../features/importExport/ImportButton.tsx'
export { FirstRun } from './FirstRun.tsx'
export { Samples } from './Samples.tsx'
