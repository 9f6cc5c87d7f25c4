import { execFile, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Unavailable } from '../producer.ts'

/** An agent program of the user's, and what it says about itself. */
export interface FoundProgram {
  path: string
  version: string
  /** Whether its help names a flag. */
  lists(flag: string): boolean
}

/** Finds a program by its name or path and reads its version and its help. Throws `Unavailable`. */
export async function findProgram(
  name: string,
  setting: string,
  helpArguments: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<FoundProgram> {
  const path = pathOf(setting, env)
  if (path === undefined) {
    throw new Unavailable(
      `the program ${name} was not found`,
      `install it, or name it with DAYBOOK_${name.toUpperCase()}_BIN or diary.bin.${name}`,
    )
  }
  const [version, help] = await Promise.all([outputOf(path, ['--version'], env), outputOf(path, helpArguments, env)])
  if (version === undefined || help === undefined) {
    throw new Unavailable(`the program ${name} does not start`, `run ${name} --version and mend what it says`)
  }
  const words = help.split(/[\s,]+/)
  return {
    path,
    version: version.trim().split('\n')[0]?.slice(0, 80) ?? '',
    lists: flag => words.some(word => word.startsWith(flag) && !/^[\w-]/.test(word.slice(flag.length))),
  }
}

interface Started {
  path: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** What it is sent on stdin. */
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
  const outputRead = new Promise<void>(done => lines.once('close', done))

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
    await outputRead
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

function pathOf(setting: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isAbsolute(setting) || /[\\/]/.test(setting)) return isProgram(resolve(setting)) ? resolve(setting) : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const names = process.platform === 'win32' ? [`${setting}.exe`, setting] : [setting]
  return folders.flatMap(folder => names.map(name => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** How long a program may take to name its version or print its help. */
const selfDescriptionMs = 10_000

/** What a program writes about itself; undefined when it fails or takes too long. */
function outputOf(path: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return new Promise(done => {
    const options = { env, timeout: selfDescriptionMs, killSignal: 'SIGKILL' as const, maxBuffer: 4 * 1024 * 1024 }
    const child = execFile(path, [...args], options, (error, stdout, stderr) =>
      done(error ? undefined : `${stdout}\n${stderr}`),
    )
    child.stdin?.end()
  })
}
