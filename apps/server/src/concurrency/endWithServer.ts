import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Reads the process ids that start and end, one in a line. When the server has ended, its input ends: then the
 * processes are killed that have not ended.
 */
const script = `trap '' INT TERM HUP
pids=' '
while read -r change pid; do
  case "$change $pids" in
    start*) pids="$pids$pid " ;;
    end*" $pid "*) pids="\${pids%%" $pid "*} \${pids#*" $pid "}" ;;
  esac
done
for pid in $pids; do kill -9 "$pid"; done 2>/dev/null`

let watcher: ChildProcess | undefined

/**
 * Kills a process when this process has ended in any way. The limits of a confined process end with the server, and one
 * that computes without end handles no event of its channel. Where there is no shell, such a process stays.
 */
export function endWithServer(child: ChildProcess): void {
  if (child.pid === undefined) return
  watcher ??= startWatcher()
  const input = watcher.stdin
  input?.write(`start ${child.pid}\n`)
  child.once('exit', () => input?.write(`end ${child.pid}\n`))
}

/** Starts the shell in a separate process group, so that a signal to the server's group does not end it first. */
function startWatcher(): ChildProcess {
  const started = spawn('/bin/sh', ['-c', script], {
    detached: true,
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  started.on('error', () => undefined)
  started.stdin.on('error', () => undefined)
  started.on('exit', () => {
    if (watcher === started) watcher = undefined
  })
  // It must not keep this process alive.
  started.unref()
  ;(started.stdin as Socket).unref()
  return started
}
