import type { FileStore } from './fileStore.ts'

/**
 * Returns a store that writes to one store, and reads from another one what the first does not have, while objects are
 * moved. Uploads that the other store began cannot be continued.
 */
export function joinStores(current: FileStore, old: FileStore): FileStore {
  return {
    ...current,
    async abort(key, uploadId) {
      await Promise.all([current.abort(key, uploadId), old.abort(key, uploadId)])
    },
    async read(key, range) {
      return (await current.read(key, range)) ?? old.read(key, range)
    },
    async readChunks(key, range) {
      return (await current.readChunks(key, range)) ?? old.readChunks(key, range)
    },
    async readSize(key) {
      return (await current.readSize(key)) ?? old.readSize(key)
    },
    async remove(keys) {
      await Promise.all([current.remove(keys), old.remove(keys)])
    },
    async readLibrary() {
      const [id, oldId] = await Promise.all([current.readLibrary(), old.readLibrary()])
      return id === oldId ? id : null
    },
    async writeLibrary(id) {
      await Promise.all([current.writeLibrary(id), old.writeLibrary(id)])
    },
    async *list() {
      yield* current.list()
      yield* old.list()
    },
    async address(key, options) {
      return (await current.readSize(key)) === null
        ? old.address(key, options)
        : current.address(key, options)
    },
  }
}
