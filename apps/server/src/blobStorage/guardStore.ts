import type { FileStore } from './fileStore.ts'

/** Returns a store whose calls all go through a function. */
export function guardStore(store: FileStore, guard: <T>(work: () => Promise<T>) => Promise<T>): FileStore {
  return {
    minPartBytes: store.minPartBytes,
    begin: key => guard(() => store.begin(key)),
    writePart: (key, uploadId, part, bytes) => guard(() => store.writePart(key, uploadId, part, bytes)),
    finish: (key, uploadId, parts) => guard(() => store.finish(key, uploadId, parts)),
    abort: (key, uploadId) => guard(() => store.abort(key, uploadId)),
    read: (key, range) => guard(() => store.read(key, range)),
    readChunks: (key, range) => guard(() => store.readChunks(key, range)),
    readSize: key => guard(() => store.readSize(key)),
    remove: keys => guard(() => store.remove(keys)),
    readLibrary: () => guard(() => store.readLibrary()),
    writeLibrary: id => guard(() => store.writeLibrary(id)),
    async *list() {
      await guard(async () => undefined)
      yield* store.list()
    },
    readSpace: () => guard(() => store.readSpace()),
    readMark: () => guard(() => store.readMark()),
    address: (key, options) => guard(() => store.address(key, options)),
  }
}
