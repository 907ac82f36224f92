/** The queue is full. `scope` is 'key' when the share of the key is full, 'all' when the entire queue is. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
  readonly scope: 'key' | 'all'

  constructor(scope: 'key' | 'all') {
    super(scope === 'key' ? 'Too many tasks of this key are waiting.' : 'The queue is full.')
    this.scope = scope
  }
}

/** The task waited for longer than `timeoutMs`. It was not started. */
export class QueueTimeoutError extends Error {
  override name = 'QueueTimeoutError'
}
