import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { Unavailable } from '../producer.ts'

/** An agent program of the user's, and what it says about itself. */
export interface FoundProgram {
  path: string
  version: string
  /** Whether its help names a flag. */
  lists(flag: string): boolean
}

const patienceMs = 10_000

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
  const [version, help] = await Promise.all([said(path, ['--version'], env), said(path, helpArguments, env)])
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

/** What a program writes about itself; undefined when it fails or takes too long. */
function said(path: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return new Promise(done => {
    const options = { env, timeout: patienceMs, killSignal: 'SIGKILL' as const, maxBuffer: 4 * 1024 * 1024 }
    const child = execFile(path, [...args], options, (error, stdout, stderr) =>
      done(error ? undefined : `${stdout}\n${stderr}`),
    )
    child.stdin?.end()
  })
}
