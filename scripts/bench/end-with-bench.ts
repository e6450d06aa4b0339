import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Sends a signal to a process of the bench when the bench ends, whatever way that is: a shell waits for the end of what
 * it reads from us, which even a SIGKILL brings. In a group of its own, so that what kills ours as a whole does not end it.
 */
export function endWithBench(child: ChildProcess, signal: 'KILL' | 'TERM' = 'KILL'): void {
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -s "$1" "$0"', String(child.pid), signal], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  child.once('exit', () => shell.kill('SIGKILL'));
}
