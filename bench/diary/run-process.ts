import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a program to its end and fails when it fails; what it says on stderr is part of the failure. */
export function run(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ stdout: string }> {
  return promisify(execFile)(file, args, { env, maxBuffer: 256 * 1024 * 1024 })
}
