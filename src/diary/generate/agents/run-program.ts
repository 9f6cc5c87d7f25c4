import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Started {
  path: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** What it is told, on stdin. */
  prompt: string
  /** Is given every line it writes on stdout. */
  line(text: string): void
  signal: AbortSignal
  /** How long it may take to end when it is asked to. */
  graceMs: number
}

/**
 * Runs a program with everything it starts until all of it is gone. Answers its exit code, or null when it could not be
 * started or was ended by a signal.
 */
export async function runProgram(started: Started): Promise<number | null> {
  const { path, args, cwd, env, prompt, line, signal, graceMs } = started
  if (signal.aborted) return null
  // A group of its own, so that what it starts can be ended with it.
  const child = spawn(path, args, {
    cwd,
    env,
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<number | null>(done => {
    child.once('error', () => done(null))
    child.once('exit', code => done(code))
  })
  child.stdin.on('error', () => {})
  child.stdin.end(prompt)
  const lines = createInterface({ input: child.stdout }).on('line', line)
  const told = new Promise<void>(done => lines.once('close', done))

  let late: NodeJS.Timeout | undefined
  const stop = () => {
    end('SIGTERM')
    late = setTimeout(() => end('SIGKILL'), graceMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const code = await ended
    // What the program left behind may hold its output open; it has no business once the program is gone.
    end('SIGKILL')
    await told
    return code
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
  }

  function end(how: NodeJS.Signals): void {
    if (child.pid === undefined) return
    try {
      if (process.platform === 'win32') child.kill(how)
      else process.kill(-child.pid, how)
    } catch {
      // Nothing of it is left.
    }
  }
}
