import { startConfinedProcess } from './confinedProcess.ts'

/** Starts a confined program that never returns, and prints its process id. */
const child = startConfinedProcess(new URL('./endlessProgram.testing.ts', import.meta.url), {
  heapMb: 64,
  mayLoadAddons: false,
})
child.once('message', () => child.send('begin', () => console.log(child.pid)))
