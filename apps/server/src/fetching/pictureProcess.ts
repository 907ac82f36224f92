import type { Picture, PictureAnswer, PictureRequest, PictureTask } from './pictureTasks.ts'
import { createTaskProcesses, type ProcessLimits } from './taskProcesses.ts'

export const pictureLimits: ProcessLimits = {
  taskMs: 20_000,
  memory: 700_000_000,
  heapMb: 64,
  idleMs: 30_000,
}

const pictureProgram = new URL('./pictures.process.ts', import.meta.url)

/** Runs picture tasks in separate processes. */
export interface PictureProcesses {
  /**
   * Runs a task, in an idle process or a new one. The caller limits the concurrency.
   * @returns the pictures, or null when the file cannot be read, or exceeds a limit
   */
  run(task: PictureTask, file: Uint8Array): Promise<Picture[] | null>
}

/**
 * Creates the processes; they start with the first files. They end with this process.
 * @param program what they run
 */
export function createPictureProcesses(
  limits: ProcessLimits = pictureLimits,
  program: URL = pictureProgram,
): PictureProcesses {
  const processes = createTaskProcesses<PictureRequest, PictureAnswer>(program, limits, {
    mayLoadAddons: true,
  })
  return {
    async run(task, file) {
      const answer = await processes.run({ task, file })
      return answer?.pictures?.map(each => ({ ...each, data: Buffer.from(each.data) })) ?? null
    },
  }
}
