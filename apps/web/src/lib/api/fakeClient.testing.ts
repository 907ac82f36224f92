import { createFakeServer, type FakeServer } from '@nestmark/client/fakeServer.testing'
import { onTestFinished, vi } from 'vitest'
import { sealedClient } from './client.ts'

export type FakeClient = Omit<FakeServer, 'call'>

/** Replaces the server for the current test, below encryption and decryption. */
export function fakeClient(): FakeClient {
  const server = createFakeServer()
  const spy = vi.spyOn(sealedClient, 'call').mockImplementation(server.call)
  onTestFinished(() => spy.mockRestore())
  return server
}
